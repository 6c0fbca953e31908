//! Stride scheduling: the order in which tasks of clients run, without threads and clocks.
//!
//! Every client has an account of the time its tasks took, and the client with the lowest account is next. A new client
//! starts at the lowest account, so that idle clients cannot save time up.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::Client;

/// The number of a task, in order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(u64);

/// Why a task is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// This client has as many tasks waiting or running as one client may have.
    #[error("this client has too many tasks waiting")]
    Client,
    /// The queue is full.
    #[error("the queue is full")]
    Everybody,
}

/// The next task to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Next<T> {
    /// A new task.
    Start(Client, Ticket, T),
    /// A suspended task.
    Resume(Ticket),
}

/// How much more time than a waiting client a running one may have used before its task is suspended.
const SLICE: Duration = Duration::from_millis(10);

/// Waiting tasks, and the number of running tasks per client.
pub(crate) struct FairQueue<T> {
    most: usize,
    most_per_client: usize,
    /// Slots reserved for interactive work. A suspended background task would otherwise hold one.
    reserve: usize,
    next: u64,
    turns: u64,
    waiting: usize,
    /// The lowest account at the last turn, where new clients start.
    floor: Duration,
    clients: HashMap<Client, ClientAccount<T>>,
}

struct ClientAccount<T> {
    waiting: VecDeque<(Ticket, T)>,
    held: VecDeque<Ticket>,
    running: usize,
    /// The time its tasks took, weighted.
    used: Duration,
    /// The number of its last turn.
    turn: u64,
}

impl<T> FairQueue<T> {
    pub(crate) fn new(most: usize, most_per_client: usize, reserve: usize) -> FairQueue<T> {
        FairQueue {
            most,
            most_per_client,
            reserve,
            next: 0,
            turns: 0,
            waiting: 0,
            floor: Duration::ZERO,
            clients: HashMap::new(),
        }
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    pub(crate) fn has_room(&self) -> bool {
        self.waiting < self.most
    }

    /// Queues a task. Errors at once if it is not accepted.
    pub(crate) fn push(&mut self, client: Client, item: T) -> Result<Ticket, Full> {
        let busy = self.clients.get(&client).map_or(0, ClientAccount::pieces);
        if busy >= self.most_per_client {
            return Err(Full::Client);
        }
        if !self.has_room() {
            return Err(Full::Everybody);
        }
        let ticket = Ticket(self.next);
        self.next += 1;
        self.waiting += 1;
        let account = self.clients.entry(client).or_insert_with(|| ClientAccount {
            waiting: VecDeque::new(),
            held: VecDeque::new(),
            running: 0,
            used: self.floor,
            turn: 0,
        });
        account.waiting.push_back((ticket, item));
        Ok(ticket)
    }

    /// Whether a task can run, with this many slots free for new tasks.
    fn is_ready(&self, client: Client, account: &ClientAccount<T>, free: usize) -> bool {
        let kept = if client.is_background() { self.reserve } else { 0 };
        !account.held.is_empty() || (free > kept && !account.waiting.is_empty())
    }

    /// Returns the next task, which counts as running until [`finish`](Self::finish). Without a free slot, only suspended
    /// tasks are returned.
    pub(crate) fn pop(&mut self, free: usize) -> Option<Next<T>> {
        let first = |account: &ClientAccount<T>| {
            let waiting = account.waiting.front().map(|(ticket, _)| *ticket);
            account.held.front().copied().or(waiting)
        };
        let (&client, _) = self
            .clients
            .iter()
            .filter(|(client, account)| self.is_ready(**client, account, free))
            .min_by_key(|(_, account)| (account.used, account.turn, first(account)))?;
        // Running clients count as well: background tasks weigh more, and a new client that started at their account
        // would wait behind all others.
        let least = self.clients.values().map(|account| account.used).min().unwrap_or_default();
        self.floor = self.floor.max(least);
        let account = self.clients.get_mut(&client)?;
        self.turns += 1;
        account.turn = self.turns;
        account.running += 1;
        if let Some(ticket) = account.held.pop_front() {
            return Some(Next::Resume(ticket));
        }
        let (ticket, item) = account.waiting.pop_front()?;
        self.waiting -= 1;
        Some(Next::Start(client, ticket, item))
    }

    /// Adds used time to the account of a client.
    pub(crate) fn charge(&mut self, client: Client, time: Duration) {
        if let Some(account) = self.clients.get_mut(&client) {
            account.used += time * client.weight();
        }
    }

    /// Whether a task of this client should be suspended for a waiting client that has used less.
    pub(crate) fn should_yield(&self, client: Client, free: usize) -> bool {
        let Some(own) = self.clients.get(&client) else { return false };
        self.clients.iter().any(|(other, account)| {
            *other != client && self.is_ready(*other, account, free) && account.used + SLICE < own.used
        })
    }

    /// Suspends a running task.
    pub(crate) fn hold(&mut self, client: Client, ticket: Ticket) {
        if let Some(account) = self.clients.get_mut(&client) {
            account.running = account.running.saturating_sub(1);
            account.held.push_back(ticket);
        }
    }

    /// Continues a suspended task out of turn, because it is about to end.
    pub(crate) fn release(&mut self, client: Client, ticket: Ticket) {
        if let Some(account) = self.clients.get_mut(&client) {
            account.held.retain(|held| *held != ticket);
            account.running += 1;
        }
    }

    /// Ends a task of this client.
    pub(crate) fn finish(&mut self, client: Client) {
        if let Some(account) = self.clients.get_mut(&client) {
            account.running = account.running.saturating_sub(1);
        }
        self.forget_idle(client);
    }

    /// Removes a waiting task; `None` if it is not waiting.
    pub(crate) fn withdraw(&mut self, client: Client, ticket: Ticket) -> Option<T> {
        let account = self.clients.get_mut(&client)?;
        let index = account.waiting.iter().position(|(number, _)| *number == ticket)?;
        let (_, item) = account.waiting.remove(index)?;
        self.waiting -= 1;
        self.forget_idle(client);
        Some(item)
    }

    fn forget_idle(&mut self, client: Client) {
        if self.clients.get(&client).is_some_and(|account| account.pieces() == 0) {
            self.clients.remove(&client);
        }
    }
}

impl<T> ClientAccount<T> {
    fn pieces(&self) -> usize {
        self.waiting.len() + self.held.len() + self.running
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::from_addr([10, 0, 0, number].into())
    }

    fn start(queue: &mut FairQueue<&'static str>) -> Option<(Client, Ticket, &'static str)> {
        match queue.pop(1)? {
            Next::Start(client, ticket, item) => Some((client, ticket, item)),
            Next::Resume(_) => panic!("nothing was held up"),
        }
    }

    fn start_with(queue: &mut FairQueue<&'static str>, free: usize) -> Option<&'static str> {
        match queue.pop(free)? {
            Next::Start(_, _, item) => Some(item),
            Next::Resume(_) => panic!("nothing was held up"),
        }
    }

    fn drain(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| start(queue).map(|(_, _, item)| item)).collect()
    }

    #[test]
    fn a_client_with_many_questions_does_not_hold_up_one_with_a_single_one() {
        let mut queue = FairQueue::new(10, 5, 0);
        for item in ["a1", "a2", "a3", "a4"] {
            queue.push(client(1), item).unwrap();
        }
        queue.push(client(2), "b1").unwrap();
        queue.push(client(3), "c1").unwrap();
        queue.push(client(2), "b2").unwrap();
        assert_eq!(drain(&mut queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn time_counts_and_not_turns() {
        let mut queue = FairQueue::new(20, 10, 0);
        for _ in 0..4 {
            queue.push(client(1), "long").unwrap();
            queue.push(client(2), "short").unwrap();
        }
        let mut order = Vec::new();
        while let Some((client, _, item)) = start(&mut queue) {
            order.push(item);
            queue.charge(client, Duration::from_millis(if item == "long" { 3000 } else { 1000 }));
        }
        assert_eq!(order, ["long", "short", "short", "short", "long", "short", "long", "long"]);
    }

    #[test]
    fn a_newcomer_is_served_before_what_runs_long_and_that_goes_on_afterwards() {
        let mut queue = FairQueue::new(10, 5, 0);
        queue.push(client(1), "long").unwrap();
        let (one, long, _) = start(&mut queue).unwrap();
        queue.charge(one, Duration::from_secs(1));
        assert!(!queue.should_yield(one, 1), "nobody waits");
        queue.push(client(2), "short").unwrap();
        assert!(queue.should_yield(one, 1));
        assert!(!queue.should_yield(one, 0), "nobody could be served");
        queue.hold(one, long);
        let (two, _, item) = start(&mut queue).unwrap();
        assert_eq!((item, queue.should_yield(two, 1)), ("short", false));
        queue.finish(two);
        assert_eq!(queue.pop(0), Some(Next::Resume(long)));
        queue.finish(one);
        assert_eq!(queue.clients.len(), 0);
    }

    #[test]
    fn a_newcomer_begins_beside_whoever_has_had_least() {
        let (person, tournament) = (client(1), Client::background("cup"));
        let mut queue = FairQueue::new(10, 5, 0);
        queue.push(person, "long").unwrap();
        start(&mut queue).unwrap();
        queue.push(tournament, "move").unwrap();
        start(&mut queue).unwrap();
        for client in [person, tournament] {
            queue.charge(client, Duration::from_secs(1));
        }
        queue.push(tournament, "next move").unwrap();
        assert_eq!(start(&mut queue).unwrap().2, "next move");
        queue.push(client(2), "short").unwrap();
        queue.charge(person, Duration::from_secs(1));
        assert!(queue.should_yield(person, 1), "although what is next for the house has had much more");
    }

    #[test]
    fn the_house_works_for_people_first_and_for_tournaments_in_between() {
        let (person, tournament) = (client(1), Client::background("cup"));
        let mut queue = FairQueue::new(100, 50, 0);
        for _ in 0..10 {
            queue.push(person, "person").unwrap();
            queue.push(tournament, "tournament").unwrap();
        }
        let mut first = Vec::new();
        for _ in 0..10 {
            let (client, _, item) = start(&mut queue).unwrap();
            first.push(item);
            queue.charge(client, Duration::from_secs(1));
        }
        let tournaments = first.iter().filter(|item| **item == "tournament").count();
        assert!((1..=2).contains(&tournaments), "{first:?}");
    }

    /// Many tournaments, each with its own account, would suspend each other until no thread is left for a person.
    #[test]
    fn what_nobody_waits_for_leaves_a_place_to_those_who_wait() {
        let mut queue = FairQueue::new(10, 5, 1);
        queue.push(Client::background("one"), "one").unwrap();
        queue.push(Client::background("other"), "other").unwrap();
        assert_eq!(start_with(&mut queue, 2), Some("one"));
        assert_eq!(start_with(&mut queue, 1), None, "the last place");
        queue.push(client(1), "person").unwrap();
        assert_eq!(start_with(&mut queue, 1), Some("person"));
        queue.finish(client(1));
        queue.finish(Client::background("one"));
        assert_eq!(start_with(&mut queue, 2), Some("other"));
    }

    #[test]
    fn limits_count_what_waits_and_what_runs() {
        let mut queue = FairQueue::new(3, 2, 0);
        queue.push(client(1), "a1").unwrap();
        start(&mut queue).unwrap();
        queue.push(client(1), "a2").unwrap();
        assert_eq!(queue.push(client(1), "a3"), Err(Full::Client));
        queue.push(client(2), "b1").unwrap();
        queue.push(client(3), "c1").unwrap();
        assert_eq!(queue.push(client(4), "d1"), Err(Full::Everybody));
        queue.finish(client(1));
        start(&mut queue).unwrap();
        queue.push(client(1), "a3").unwrap();
    }

    #[test]
    fn what_is_withdrawn_is_gone_and_leaves_no_trace() {
        let mut queue = FairQueue::new(3, 3, 0);
        let first = queue.push(client(1), "a1").unwrap();
        queue.push(client(2), "b1").unwrap();
        assert_eq!(queue.withdraw(client(1), first), Some("a1"));
        assert_eq!(queue.withdraw(client(1), first), None);
        assert_eq!((queue.waiting(), queue.clients.len()), (1, 1));
        assert_eq!(drain(&mut queue), ["b1"]);
        queue.finish(client(2));
        assert_eq!((queue.waiting(), queue.clients.len()), (0, 0));
    }
}
