// Whether the server answers at all.

export const connection = $state({ lost: false });
