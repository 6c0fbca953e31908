//! The clients of the request in progress: the address it came from, and the client it is billed to.

use chautari_compute::Client;

tokio::task_local! {
    static CLIENTS: RequestClients;
}

/// The clients of the request in progress.
#[derive(Clone, Copy)]
struct RequestClients {
    peer: Client,
    billed: Client,
}

/// Runs the handler of a request from `peer` that is billed to `billed`.
pub(crate) async fn run<T>(peer: Client, billed: Client, handler: impl Future<Output = T>) -> T {
    CLIENTS.scope(RequestClients { peer, billed }, handler).await
}

/// The address the request in progress came from.
pub(crate) fn peer() -> Option<Client> {
    CLIENTS.try_with(|clients| clients.peer).ok()
}

/// The client the request in progress is billed to: the token's holder if the token is known to be valid.
pub(crate) fn billed() -> Option<Client> {
    CLIENTS.try_with(|clients| clients.billed).ok()
}
