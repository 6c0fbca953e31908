//! Whose question is next. No threads, no clock: only the order.

use std::collections::{HashMap, VecDeque};

use crate::Client;

/// The number of a question, in the order they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

/// Why a question is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// This client has enough of them already.
    Client,
    /// All together have.
    Everybody,
}

/// Questions that wait, each client in turn, and how many of each client are being thought about.
pub(super) struct Queue<T> {
    most: usize,
    most_per_client: usize,
    next: u64,
    waiting: usize,
    /// Clients with something waiting; the first is next.
    turns: VecDeque<Client>,
    clients: HashMap<Client, Line<T>>,
}

struct Line<T> {
    waiting: VecDeque<(Ticket, T)>,
    running: usize,
}

impl<T> Queue<T> {
    pub(super) fn new(most: usize, most_per_client: usize) -> Queue<T> {
        Queue { most, most_per_client, next: 0, waiting: 0, turns: VecDeque::new(), clients: HashMap::new() }
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    pub(super) fn has_room(&self) -> bool {
        self.waiting < self.most
    }

    /// Takes a question, or says at once why not.
    pub(super) fn push(&mut self, client: Client, item: T) -> Result<Ticket, Full> {
        let line = self.clients.get(&client);
        if line.is_some_and(|line| line.waiting.len() + line.running >= self.most_per_client) {
            return Err(Full::Client);
        }
        if !self.has_room() {
            return Err(Full::Everybody);
        }
        let ticket = Ticket(self.next);
        self.next += 1;
        self.waiting += 1;
        let line =
            self.clients.entry(client).or_insert_with(|| Line { waiting: VecDeque::new(), running: 0 });
        if line.waiting.is_empty() {
            self.turns.push_back(client);
        }
        line.waiting.push_back((ticket, item));
        Ok(ticket)
    }

    /// The next question; it counts as its client's until it is [`finish`](Self::finish)ed.
    pub(super) fn pop(&mut self) -> Option<(Client, Ticket, T)> {
        let client = self.turns.pop_front()?;
        let line = self.clients.get_mut(&client).expect("whoever has a turn has a line");
        let (ticket, item) = line.waiting.pop_front().expect("whoever has a turn has a question");
        line.running += 1;
        self.waiting -= 1;
        if !line.waiting.is_empty() {
            self.turns.push_back(client);
        }
        Some((client, ticket, item))
    }

    /// A question of this client's has been answered.
    pub(super) fn finish(&mut self, client: Client) {
        if let Some(line) = self.clients.get_mut(&client) {
            line.running = line.running.saturating_sub(1);
        }
        self.forget_idle(client);
    }

    /// Takes a waiting question out; `None` where it is no longer waiting.
    pub(super) fn withdraw(&mut self, client: Client, ticket: Ticket) -> Option<T> {
        let line = self.clients.get_mut(&client)?;
        let index = line.waiting.iter().position(|(number, _)| *number == ticket)?;
        let (_, item) = line.waiting.remove(index)?;
        self.waiting -= 1;
        if line.waiting.is_empty() {
            self.turns.retain(|turn| *turn != client);
        }
        self.forget_idle(client);
        Some(item)
    }

    fn forget_idle(&mut self, client: Client) {
        if self.clients.get(&client).is_some_and(|line| line.running == 0 && line.waiting.is_empty()) {
            self.clients.remove(&client);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::at([10, 0, 0, number].into())
    }

    fn drain(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop().map(|(_, _, item)| item)).collect()
    }

    #[test]
    fn a_client_with_many_questions_does_not_hold_up_one_with_a_single_one() {
        let mut queue = Queue::new(10, 5);
        for item in ["a1", "a2", "a3", "a4"] {
            queue.push(client(1), item).unwrap();
        }
        queue.push(client(2), "b1").unwrap();
        queue.push(client(3), "c1").unwrap();
        queue.push(client(2), "b2").unwrap();
        assert_eq!(drain(&mut queue), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
    }

    #[test]
    fn limits_count_what_waits_and_what_runs() {
        let mut queue = Queue::new(3, 2);
        queue.push(client(1), "a1").unwrap();
        queue.pop().unwrap();
        queue.push(client(1), "a2").unwrap();
        assert_eq!(queue.push(client(1), "a3"), Err(Full::Client));
        queue.push(client(2), "b1").unwrap();
        queue.push(client(3), "c1").unwrap();
        assert_eq!(queue.push(client(4), "d1"), Err(Full::Everybody));
        queue.finish(client(1));
        queue.pop().unwrap();
        queue.push(client(1), "a3").unwrap();
    }

    #[test]
    fn what_is_withdrawn_is_gone_and_leaves_no_trace() {
        let mut queue = Queue::new(3, 3);
        let first = queue.push(client(1), "a1").unwrap();
        queue.push(client(2), "b1").unwrap();
        assert_eq!(queue.withdraw(client(1), first), Some("a1"));
        assert_eq!(queue.withdraw(client(1), first), None);
        assert_eq!((queue.waiting(), queue.clients.len()), (1, 1));
        assert_eq!(drain(&mut queue), ["b1"]);
        queue.finish(client(2));
        assert_eq!((queue.waiting(), queue.clients.len(), queue.turns.len()), (0, 0, 0));
    }
}
