// Whether the server answers at all, and whether something waits to be sent.

export const connection = $state({ lost: false, waiting: false });
