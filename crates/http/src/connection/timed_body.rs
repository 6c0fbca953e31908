//! A deadline for whole request bodies.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep};

use crate::deadline;

/// A body that did not arrive in time.
#[derive(Debug, thiserror::Error)]
#[error("The body did not arrive within {} seconds.", .0.as_secs_f32())]
pub(crate) struct BodyTimeout(Duration);

/// A body that must arrive completely within `time`, however slowly it drips. A timeout between frames would let a
/// client hold a connection by sending single bytes.
pub(crate) struct TimedBody {
    body: Incoming,
    time: Duration,
    /// Created when a byte is first waited for: most bodies have arrived with the head.
    end: Option<Pin<Box<Sleep>>>,
    started: Instant,
}

impl TimedBody {
    pub(crate) fn new(body: Incoming, time: Duration) -> TimedBody {
        TimedBody { body, time, end: None, started: Instant::now() }
    }
}

impl hyper::body::Body for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            deadline::reset();
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        deadline::pause();
        let end =
            this.end.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(this.started + this.time)));
        end.as_mut().poll(cx).map(|()| Some(Err(BodyTimeout(this.time).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
