//! A minimal load balancer: each connection goes to the next server. It runs as a separate process, because a
//! connection takes two file descriptors there and their number per process is limited.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// A running balancer, stopped when dropped.
pub(crate) struct Balancer {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Balancer {
    pub(crate) fn start(servers: &[SocketAddr]) -> io::Result<Balancer> {
        let servers: Vec<_> = servers.iter().map(SocketAddr::to_string).collect();
        let mut child = Command::new(std::env::current_exe()?)
            .args(["balance", "--to", &servers.join(",")])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let told = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        BufReader::new(told).read_line(&mut line)?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(Balancer { child, address })
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Prints its address and forwards connections until it is killed.
pub(crate) async fn run(servers: Vec<SocketAddr>) -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    for server in servers.into_iter().cycle() {
        let (mut client, _) = listener.accept().await?;
        tokio::spawn(async move {
            let mut server = TcpStream::connect(server).await?;
            client.set_nodelay(true)?;
            server.set_nodelay(true)?;
            copy_bidirectional(&mut client, &mut server).await
        });
    }
    Ok(())
}
