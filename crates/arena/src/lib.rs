//! Games between agents: the referee, clocks, tournaments, statistics. Trusts no agent.
#![forbid(unsafe_code)]
