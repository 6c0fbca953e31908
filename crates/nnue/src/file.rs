//! The file format of networks.
//!
//! All numbers are little-endian: the magic; then as 32-bit numbers the counts of features, hidden values and
//! outputs, the scale and the weight of the hand-crafted evaluation; the bias and the columns of the first
//! layer in 16 bits; for each output its weights in 16 bits, the side to move first, and its bias in 32; and
//! the CRC-32 of everything before it.

use std::fmt;

use crate::{Columns, MOST_OUTPUT_WEIGHT, Network, Output};

const MAGIC: &[u8; 8] = b"CHNNUE01";

/// Why bytes are not a valid network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The bytes are not a network.
    Foreign,
    /// The network has another shape.
    Shape,
    /// The length is wrong or bytes were changed.
    Changed,
    /// An output weight is too large for the arithmetic.
    Weight,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Foreign => "this is not a network",
            Damage::Shape => "the network has another shape than the game expects",
            Damage::Changed => "the network is damaged: its checksum does not match",
            Damage::Weight => "an output weight of the network is out of range",
        })
    }
}

impl std::error::Error for Damage {}

/// The bytes not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Damage::Changed)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn int(&mut self) -> Result<i32, Damage> {
        self.take().map(i32::from_le_bytes)
    }

    fn row<const N: usize>(&mut self) -> Result<[i16; N], Damage> {
        let mut row = [0; N];
        for value in &mut row {
            *value = i16::from_le_bytes(self.take()?);
        }
        Ok(row)
    }
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Reads a network with this number of features and outputs.
    pub fn read(bytes: &[u8], features: usize, buckets: usize) -> Result<Self, Damage> {
        let (body, sum) = bytes.split_last_chunk().ok_or(Damage::Foreign)?;
        if !body.starts_with(MAGIC) {
            return Err(Damage::Foreign);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(Damage::Changed);
        }
        let mut rest = Rest(&body[MAGIC.len()..]);
        for expected in [features, HIDDEN, buckets] {
            if usize::try_from(rest.int()?) != Ok(expected) {
                return Err(Damage::Shape);
            }
        }
        let (scale, handcrafted_weight) = (rest.int()?, rest.int()?);
        let bias = rest.row()?;
        let columns = Columns((0..features).map(|_| rest.row()).collect::<Result<_, _>>()?);
        let mut outputs = Vec::with_capacity(buckets);
        for _ in 0..buckets {
            let output = Output { weights: [rest.row()?, rest.row()?], bias: rest.int()? };
            if output.weights.as_flattened().iter().any(|w| w.unsigned_abs() > MOST_OUTPUT_WEIGHT as u16) {
                return Err(Damage::Weight);
            }
            outputs.push(output);
        }
        if !rest.0.is_empty() {
            return Err(Damage::Changed);
        }
        Ok(Network { columns, bias, outputs, scale, handcrafted_weight })
    }

    /// The network as bytes that [`read`](Self::read) takes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let counts = [self.columns.0.len() as i32, HIDDEN as i32, self.outputs.len() as i32];
        for number in counts.into_iter().chain([self.scale, self.handcrafted_weight]) {
            bytes.extend(number.to_le_bytes());
        }
        let first = self.bias.iter().chain(self.columns.0.as_flattened());
        bytes.extend(first.flat_map(|value| value.to_le_bytes()));
        for output in &self.outputs {
            bytes.extend(output.weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
            bytes.extend(output.bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network<64> {
        Network::random(40, 3)
    }

    #[test]
    fn written_networks_are_read_back() {
        let network = network();
        assert_eq!(Network::read(&network.write(), 40, 3), Ok(network));
    }

    #[test]
    fn damage_is_detected() {
        let bytes = network().write();
        let read = |bytes: &[u8]| Network::<64>::read(bytes, 40, 3).map(drop);
        assert_eq!(read(&[]), Err(Damage::Foreign));
        assert_eq!(read(&bytes[..bytes.len() - 1]), Err(Damage::Changed));
        assert_eq!(Network::<64>::read(&bytes, 41, 3), Err(Damage::Shape));
        assert_eq!(Network::<128>::read(&bytes, 40, 3).map(drop), Err(Damage::Shape));
        for place in (0..bytes.len()).step_by(97) {
            let mut bytes = bytes.clone();
            bytes[place] ^= 16;
            assert!(read(&bytes).is_err(), "{place}");
        }
    }
}
