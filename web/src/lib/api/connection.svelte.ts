// State of the connection: whether the server is unreachable, and whether an action waits to be sent.

export const connection = $state({ lost: false, waiting: false });
