//! Everything a handler needs.

use std::future::Future;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_game::AnyGame;
use chautari_keeper::{Keeper, Work, work};
use chautari_ledger::{Append, AppendError, Event, Job, Ledger, StreamId, Version};
use tokio::task::JoinSet;

use crate::bots::Bot;
use crate::games::Boards;
use crate::invitations::{Invitation, Lobby};
use crate::line::{Place, Places, Share};
use crate::matches::Hall;
use crate::people::{self, Person, Presence};
use crate::pool::Pool;
use crate::push::{self, Push};
use crate::puzzles::{Hardness, Measured, Solver};
use crate::quota::Vouched;
use crate::rates::Buckets;
use crate::studies::{self, Study};
use crate::tls::Handshakes;
use crate::tournaments::{Screens, Season, Tournament};
use crate::turns::Turns;
use crate::{
    Action, CertificateError, Client, Config, Engines, Metrics, Problem, Rates, Shutdown, Token, TokenHash,
    patience,
};

/// At most so much work waits that takes longer than a moment, of all clients and of one.
const LABOUR_WAITING: usize = 256;
const LABOUR_PER_CLIENT: usize = 8;

/// A body up to here costs no more than its request.
const SMALL_BODY: u64 = 16 << 10;
/// Neither does an answer up to here.
const SMALL_ANSWER: u64 = 64 << 10;

/// A server without its socket: games, ledger, engines, limits. Cheap to clone; the state of every
/// route.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    config: Config,
    games: &'static [&'static dyn AnyGame],
    ledger: Ledger,
    engines: Engines,
    turns: Turns,
    hall: Hall,
    bots: Keeper<Bot>,
    people: Keeper<Person>,
    invitations: Keeper<Invitation>,
    tournaments: Keeper<Tournament>,
    seasons: Keeper<Season>,
    screens: Screens,
    studies: Keeper<Study>,
    puzzles: Keeper<Measured>,
    solvers: Keeper<Solver>,
    metrics: Metrics,
    buckets: Buckets,
    places: Places,
    /// Who works out what takes longer than a moment: long positions, pictures.
    labour: Pool,
    vouched: Vouched,
    secret: [u8; 32],
    push: Push,
    boards: Boards,
    handshakes: Option<Handshakes>,
    shutdown: Shutdown,
    tasks: Mutex<JoinSet<()>>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database cannot be opened.
    #[error(transparent)]
    Ledger(#[from] chautari_ledger::OpenError),
    /// The database does not answer.
    #[error(transparent)]
    Unavailable(#[from] chautari_ledger::Unavailable),
    /// The engines have no threads.
    #[error("the engines cannot start: {0}")]
    Engines(std::io::Error),
    /// The certificate cannot be used.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

impl App {
    /// Opens the ledger and starts the engines.
    pub async fn open(config: Config, games: &'static [&'static dyn AnyGame]) -> Result<App, OpenError> {
        let handshakes = config.certificate.clone().map(Handshakes::new).transpose()?;
        let ledger = Ledger::open(&config.database).await?;
        let secret = secret(&ledger).await?;
        let push = open_push(&ledger, &config).await?;
        let engines = Engines::start(&config.engines).map_err(OpenError::Engines)?;
        let metrics = Metrics::new(config.commit);
        let observer = metrics.clone();
        ledger.on_commit(move |commit| observer.commit(commit));
        let presence = Arc::new(Presence::default());
        let hall = Hall::new(ledger.clone(), games, Arc::clone(&presence));
        let lobby = Lobby::new(Arc::clone(&presence), hall.announcer());
        Ok(App(Arc::new(Inner {
            buckets: Buckets::new(&config.rates),
            places: Places::new(&config.connections),
            labour: Pool::start("labour", config.engines.threads, LABOUR_WAITING, LABOUR_PER_CLIENT)
                .map_err(OpenError::Engines)?,
            vouched: Vouched::default(),
            secret,
            push,
            boards: Boards::new(games),
            handshakes,
            shutdown: Shutdown::default(),
            tasks: Mutex::default(),
            hall,
            bots: Keeper::new(ledger.clone(), ()),
            people: Keeper::new(ledger.clone(), people::Surroundings::new(Arc::clone(&presence))),
            invitations: Keeper::new(ledger.clone(), lobby),
            tournaments: Keeper::new(ledger.clone(), presence),
            seasons: Keeper::new(ledger.clone(), ()),
            screens: Screens::default(),
            studies: Keeper::bounded(ledger.clone(), (), studies::KEPT),
            puzzles: Keeper::new(ledger.clone(), Arc::new(Hardness::default())),
            solvers: Keeper::new(ledger.clone(), ()),
            config,
            games,
            ledger,
            engines,
            turns: Turns::default(),
            metrics,
        })))
    }

    /// How it is set up.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// What can be played.
    pub fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.0.games
    }

    /// The game of that name, with rules changed where the name says so: `baghchal:captures=3`.
    pub fn game(&self, name: &str) -> Result<Box<dyn AnyGame>, Problem> {
        chautari_game::find(self.0.games, name).map_err(Problem::missing)
    }

    /// Where everything is kept.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Who thinks.
    pub fn engines(&self) -> &Engines {
        &self.0.engines
    }

    /// Whose moves of the house wait for the engines.
    pub(crate) fn turns(&self) -> &Turns {
        &self.0.turns
    }

    /// Where matches are played.
    pub(crate) fn hall(&self) -> &Hall {
        &self.0.hall
    }

    /// Who plays by a token of its own.
    pub(crate) fn bots(&self) -> &Keeper<Bot> {
        &self.0.bots
    }

    /// Who has chosen a name.
    pub(crate) fn people(&self) -> &Keeper<Person> {
        &self.0.people
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> &Arc<Presence> {
        &self.0.people.world().presence
    }

    /// Who asks whom to play.
    pub(crate) fn invitations(&self) -> &Keeper<Invitation> {
        &self.0.invitations
    }

    /// Who meets whom.
    pub(crate) fn tournaments(&self) -> &Keeper<Tournament> {
        &self.0.tournaments
    }

    /// Which tournaments add up.
    pub(crate) fn seasons(&self) -> &Keeper<Season> {
        &self.0.seasons
    }

    /// Which tournaments are watched.
    pub(crate) fn screens(&self) -> &Screens {
        &self.0.screens
    }

    /// What people have to show each other.
    pub(crate) fn studies(&self) -> &Keeper<Study> {
        &self.0.studies
    }

    /// How hard puzzles are.
    pub(crate) fn puzzles(&self) -> &Keeper<Measured> {
        &self.0.puzzles
    }

    /// Who solves them.
    pub(crate) fn solvers(&self) -> &Keeper<Solver> {
        &self.0.solvers
    }

    /// What is measured.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many connections are open.
    pub fn open_connections(&self) -> usize {
        self.0.places.taken()
    }

    /// What ends everything.
    pub fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The answer to a token that opens nothing. Guesses are counted: who makes many is told to wait.
    pub fn wrong_token(&self, client: Client) -> Problem {
        match self.admit(client, Action::Guess) {
            Ok(()) => Problem::unauthorized("This token is not valid."),
            Err(busy) => busy,
        }
    }

    /// Counts something a client does against its rate; 429 with when to try again where it does it
    /// too often. Requests themselves are counted already.
    pub fn admit(&self, client: Client, action: Action) -> Result<(), Problem> {
        self.admit_work(client, action, 0)
    }

    /// The same for what is the work of one of them and of so many more.
    pub fn admit_work(&self, client: Client, action: Action, more: usize) -> Result<(), Problem> {
        self.0.buckets.take(client, Client::asking(), action, one_and(more))?;
        if action == Action::Think {
            patience::lift();
        }
        Ok(())
    }

    /// The same beside a request, such as in a socket, where it has to be said from which address.
    pub fn admit_from(&self, address: Client, client: Client, action: Action) -> Result<(), Problem> {
        self.0.buckets.take(client, Some(address), action, NonZeroU32::MIN)
    }

    /// Counts a request with a body of so many bytes, where that is known beforehand: reading a large one is the work
    /// of many small ones.
    pub(crate) fn admit_request(
        &self,
        client: Client,
        address: Client,
        body: Option<u64>,
    ) -> Result<(), Problem> {
        let most = self.0.config.bodies.bytes as u64;
        let more = body.unwrap_or(most).min(most) / SMALL_BODY;
        self.0.buckets.take(client, Some(address), Action::Request, one_and(more as usize))
    }

    /// Counts an answer of so many bytes.
    pub(crate) fn admit_answer(
        &self,
        client: Client,
        address: Client,
        bytes: Option<u64>,
    ) -> Result<(), Problem> {
        let more = bytes.unwrap_or_default() / SMALL_ANSWER;
        self.take_beside(client, Some(address), more as usize)
    }

    /// Counts what a request costs beside itself, as so many more of them, for whom the request itself was counted.
    pub fn admit_beside(&self, client: Client, more: usize) -> Result<(), Problem> {
        self.take_beside(Client::counted().unwrap_or(client), Client::asking(), more)
    }

    /// At most half of what a bucket holds, so that it can be had however little that is.
    fn take_beside(&self, client: Client, address: Option<Client>, more: usize) -> Result<(), Problem> {
        let half = self.0.buckets.holds(Action::Request).map_or(0, |holds| holds.get() as usize / 2);
        match more.min(half) {
            0 => Ok(()),
            more => self.0.buckets.take(client, address, Action::Request, one_and(more - 1)),
        }
    }

    /// A place for a connection from that address. A proxy that is believed has as many as it likes:
    /// its clients are counted by what they ask.
    pub(crate) fn place(&self, address: IpAddr) -> Result<Place, Problem> {
        let share = if self.0.config.proxies.contains(&address.to_canonical()) {
            Share::Unbounded
        } else {
            Share::Bounded
        };
        Ok(self.0.places.take(address, share)?)
    }

    pub(crate) fn boards(&self) -> &Boards {
        &self.0.boards
    }

    /// Who works out what takes longer than a moment.
    pub(crate) fn labour(&self) -> &Pool {
        &self.0.labour
    }

    /// Reads what takes longer than a moment, where it holds nobody up.
    pub async fn read<T: Send + 'static>(
        &self,
        client: Client,
        work: impl AsyncFnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.labour().read(client, async move |_| work().await).await
    }

    /// A name for a client that tells nobody who it is, the same at every server on this ledger: what it has begun is
    /// kept under it.
    pub fn account(&self, client: Client) -> String {
        client.account(self.secret())
    }

    /// What only the servers that share this ledger know.
    pub(crate) fn secret(&self) -> &[u8; 32] {
        &self.0.secret
    }

    /// Who sends letters to browsers that look elsewhere.
    pub(crate) fn push(&self) -> &Push {
        &self.0.push
    }

    /// Other rates from now on, in place of those it was set up with.
    pub fn change_rates(&self, rates: &Rates) {
        self.0.buckets.change(rates);
    }

    /// Reads the certificate again, for connections from now on. Where that fails, the old one goes on.
    pub fn renew_certificate(&self) -> Result<(), CertificateError> {
        self.0.handshakes.as_ref().map_or(Ok(()), Handshakes::renew)
    }

    pub(crate) fn handshakes(&self) -> Option<&Handshakes> {
        self.0.handshakes.as_ref()
    }

    /// Remembers that a token has opened something, so that its owner is counted by it from now on.
    pub(crate) fn vouch(&self, token: &Token) {
        self.0.vouched.add(token.hash());
    }

    pub(crate) fn is_vouched(&self, hash: TokenHash) -> bool {
        self.0.vouched.contains(hash)
    }

    /// The one name of a game under its rules.
    pub(crate) fn name_of(&self, game: &dyn AnyGame) -> String {
        chautari_game::canonical(self.0.games, game)
    }

    pub(crate) fn places(&self) -> &Places {
        &self.0.places
    }

    pub(crate) fn buckets(&self) -> &Buckets {
        &self.0.buckets
    }

    /// Runs something beside the requests. It must end soon after [`shutdown`](Self::shutdown) is
    /// requested; stopping waits for it.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that are done would be kept until the end.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Runs something beside the requests until a stop is requested.
    pub fn spawn_until_stopped(&self, task: impl Future<Output = ()> + Send + 'static) {
        let shutdown = self.shutdown().clone();
        self.spawn(async move {
            tokio::select! {
                () = task => {}
                () = shutdown.requested() => {}
            }
        });
    }

    /// Has the jobs of a queue of the ledger's done, one at a time. See [`chautari_keeper::work`].
    pub fn spawn_worker<F, E>(
        &self,
        queue: &'static str,
        task: impl Fn(App, Job) -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = Result<Work, E>> + Send + 'static,
        E: std::fmt::Display + Send + 'static,
    {
        self.spawn_workers(queue, 1, task);
    }

    /// The same, so many at a time.
    pub fn spawn_workers<F, E>(
        &self,
        queue: &'static str,
        at_once: usize,
        task: impl Fn(App, Job) -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = Result<Work, E>> + Send + 'static,
        E: std::fmt::Display + Send + 'static,
    {
        let app = self.clone();
        let (ledger, shutdown) = (self.ledger().clone(), self.shutdown().clone());
        self.spawn(async move { work(ledger, shutdown, queue, at_once, |job| task(app.clone(), job)).await });
    }

    /// Takes what was spawned, to wait for it.
    pub(crate) fn take_tasks(&self) -> JoinSet<()> {
        std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One, and so many more.
fn one_and(more: usize) -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(u32::try_from(more).unwrap_or(u32::MAX))
}

/// The secret of this ledger, made when it is first wanted.
async fn secret(ledger: &Ledger) -> Result<[u8; 32], chautari_ledger::Unavailable> {
    let make = || Token::new().hash().to_hex();
    let read = |hex: &str| blake3::Hash::from_hex(hex).ok().map(|hash| *hash.as_bytes());
    made_once(ledger, "server-secret", "secret", make, read).await
}

/// Who sends letters to browsers, with the key this ledger has for that.
async fn open_push(ledger: &Ledger, config: &Config) -> Result<Push, chautari_ledger::Unavailable> {
    let open = |key: &str| Push::open(key, config.push_services.clone(), config.public_url.as_deref());
    made_once(ledger, "server-push-key", "key", push::new_key, open).await
}

/// What all servers on a ledger share, made by whichever comes first.
async fn made_once<T>(
    ledger: &Ledger,
    stream: &str,
    kind: &str,
    make: impl Fn() -> String,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, chautari_ledger::Unavailable> {
    let stream = StreamId::new(stream);
    loop {
        let known = ledger.read(&stream, Version::START).await?;
        if let Some(text) = known.first().and_then(|event| event.body.as_str()) {
            let unfit = || chautari_ledger::Unavailable::Failed(format!("`{stream}` cannot be read"));
            return read(text).ok_or_else(unfit);
        }
        let event = Event { kind: kind.to_owned(), body: make().into() };
        match ledger.append(Append::new(stream.clone(), Version::START).event(event)).await {
            Ok(_) | Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause),
            Err(error) => return Err(chautari_ledger::Unavailable::Failed(error.to_string())),
        }
    }
}
