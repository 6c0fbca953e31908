//! A server behind a socket: routes, background tasks, start and stop.

use std::io;
use std::net::SocketAddr;

use axum::Router;
use chautari_http::{bind, middleware_stack, serve};
use chautari_people::{bots, people};
use chautari_platform::Platform;
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;

use crate::{App, health, openapi, retention, table_builder};

/// An [`App`] behind a socket.
pub struct Server {
    app: App,
    routes: Router,
    listener: TcpListener,
}

impl Server {
    /// Binds the configured address; nothing is served yet. `routes` are served beside the API, and described with it.
    pub fn bind(app: App, routes: impl Into<OpenApiRouter<Platform>>) -> io::Result<Server> {
        let listener = bind(app.config().http.listen)?;
        Ok(Server::on(listener, app, routes))
    }

    /// Like [`Server::bind`], with a socket that listens already.
    pub fn on(listener: TcpListener, app: App, routes: impl Into<OpenApiRouter<Platform>>) -> Server {
        let routes = openapi::routes(&app, routes.into())
            .merge(health::routes(&app))
            .method_not_allowed_fallback(openapi::wrong_method);
        let routes = middleware_stack(routes, app.http()).with_state(app.clone());
        Server { app, routes, listener }
    }

    /// The address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the shutdown of [`App::http`] is requested, then lets requests in progress finish.
    pub async fn serve(self) -> io::Result<()> {
        let Server { app, routes, listener } = self;
        if let Some(folder) = &app.config().engines.tables {
            table_builder::start(&app, folder);
        }
        bots::start(&app.people);
        let on_deleted = vec![
            chautari_matches::on_account_deleted(&app.matches),
            chautari_tournaments::on_account_deleted(&app.tournaments),
        ];
        people::start(&app.people, on_deleted);
        chautari_matches::start(&app.matches);
        chautari_tournaments::start(&app.tournaments);
        chautari_study::start(&app.study);
        retention::start(&app);
        let stop = || {
            app.platform().engines().stop();
            app.platform().compute_pool().stop();
        };
        serve(listener, routes, app.http().clone(), stop).await;
        app.platform().ledger().close().await;
        Ok(())
    }
}
