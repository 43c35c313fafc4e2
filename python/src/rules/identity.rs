//! What tells positions of a Python game apart: a plain form of what they are built of, the same on every machine and in
//! every run, unlike Python's own hashes.

use crate::error::Trouble;
use plybook_kernel::zobrist::scramble;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple};

/// Values within values that are looked into.
const DEEPEST: usize = 64;
/// FNV-1a, 64 bits: offset and prime.
const FNV: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0000_0100_0000_01b3);

/// A value in plain bytes: equal values have equal bytes, and different ones different bytes.
pub type Identity = Box<[u8]>;

/// The bytes of a value that is built of numbers, texts, bytes, tuples, frozen sets and frozen dataclasses.
///
/// # Errors
/// It is built of something else, which could change or cannot be compared.
pub fn identity(value: &Bound<'_, PyAny>) -> PyResult<Identity> {
    let mut bytes = Vec::with_capacity(64);
    write(value, &mut bytes, 0)?;
    Ok(bytes.into())
}

/// A key for the bytes.
pub fn key(bytes: &[u8]) -> u64 {
    let print = |hash: u64, chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(FNV.1).rotate_left(29)
    };
    let hash = bytes.chunks(8).fold(FNV.0 ^ bytes.len() as u64, print);
    scramble(hash)
}

fn whole(number: i64, out: &mut Vec<u8>) {
    match u8::try_from(number) {
        // Most numbers of a board are small.
        Ok(small) if small < 0xe0 => out.push(small),
        _ => {
            out.push(b'\xf0');
            out.extend_from_slice(&number.to_le_bytes());
        }
    }
}

fn sized(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn write(value: &Bound<'_, PyAny>, out: &mut Vec<u8>, depth: usize) -> PyResult<()> {
    if depth > DEEPEST {
        return Err(refused(value, "tuples lie more than 64 deep in it"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        sized(0xf1, text.to_str()?.as_bytes(), out);
    } else if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyInt>() {
        match value.extract::<i64>() {
            Ok(number) => whole(number, out),
            Err(_) => sized(0xf2, value.str()?.to_str()?.as_bytes(), out),
        }
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        out.push(0xf3);
        out.extend_from_slice(&(tuple.len() as u32).to_le_bytes());
        for item in tuple.iter_borrowed() {
            write(&item, out, depth + 1)?;
        }
    } else if value.is_none() {
        out.push(0xf4);
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        sized(0xf5, bytes.as_bytes(), out);
    } else if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        // Python calls 1.0 and 1 equal.
        if number.fract() == 0.0 && number.abs() < 1e15 {
            whole(number as i64, out);
        } else {
            out.push(0xf6);
            out.extend_from_slice(&number.to_bits().to_le_bytes());
        }
    } else if let Ok(set) = value.cast::<PyFrozenSet>() {
        let mut items = set
            .iter()
            .map(|item| {
                let mut bytes = Vec::new();
                write(&item, &mut bytes, depth + 1).map(|()| bytes)
            })
            .collect::<PyResult<Vec<Vec<u8>>>>()?;
        items.sort_unstable();
        out.push(0xf7);
        out.extend_from_slice(&(items.len() as u32).to_le_bytes());
        items.iter().for_each(|item| out.extend_from_slice(item));
    } else {
        frozen_dataclass(value, out, depth)?;
    }
    Ok(())
}

/// The fields of a frozen dataclass, behind its name.
fn frozen_dataclass(value: &Bound<'_, PyAny>, out: &mut Vec<u8>, depth: usize) -> PyResult<()> {
    let class = value.get_type();
    let Some(fields) = class.getattr_opt("__dataclass_fields__")? else {
        return Err(refused(value, "it may change, or cannot be compared"));
    };
    let frozen = class.getattr("__dataclass_params__")?.getattr("frozen")?.is_truthy()?;
    if !frozen {
        return Err(refused(value, "a dataclass that may change"));
    }
    sized(0xf8, class.name()?.to_str()?.as_bytes(), out);
    for name in fields.call_method0("keys")?.try_iter()? {
        write(&value.getattr(name?.cast::<PyString>()?)?, out, depth + 1)?;
    }
    Ok(())
}

fn refused(value: &Bound<'_, PyAny>, why: &str) -> PyErr {
    let class = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let remedy = "build positions of numbers, texts, tuples and frozen dataclasses, or give the class a `key(position)` \
                  that does";
    Trouble::new("position", &class, why, remedy).raise(value.py())
}
