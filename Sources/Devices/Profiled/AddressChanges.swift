import Bluetooth
import Signals
import Synchronization

/// The devices that change their address and are not paired, and what is heard under addresses that may be theirs.
///
/// Such a device is known again by what it says of itself: it has the same name, and is heard after the old address has
/// fallen silent; whether it is the same its serial number tells once it can be asked. Its owner consents to that by
/// entering the number; without it nobody is connected, and a device that looks alike is told as one.
final class AddressChanges: Sendable {
    /// What an advertisement is of.
    enum Finding: Equatable {
        /// A device of its own.
        case other
        /// A device that is known by another address.
        case known(BluetoothAddress)
        /// Perhaps a known one under a new address, which is found out before it is told.
        case candidate
        /// It looks like the known one of that name, whose owner has not said how to know it again.
        case lookalike(String)
    }

    private struct Followed {
        let name: String
        let hasConsent: Bool
        var current: BluetoothAddress
        /// When the current address was last heard or used.
        var heard: Instant
        var isLinked = false
        /// An address that may be its new one, since when.
        var candidate: (address: BluetoothAddress, since: Instant)?
        /// Addresses that are somebody else's, until when that holds; nil for ever.
        var strangers: [BluetoothAddress: Instant?] = [:]

        func isStranger(_ address: BluetoothAddress, at now: Instant) -> Bool {
            guard let until = strangers[address] else { return false }
            return until.map { now < $0 } ?? true
        }

        mutating func exclude(_ address: BluetoothAddress, until: Instant?) {
            if strangers.count >= AddressChanges.limit { strangers = [:] }
            strangers[address] = .some(until)
            if candidate?.address == address { candidate = nil }
        }
    }

    /// An address is not the device's any more when it was not heard for so long while another was, in seconds.
    static let quiet = 5.0
    /// A candidate has so long to be asked who it is before another takes its place, in seconds.
    static let trial = 30.0
    /// One that could not be asked is left alone for so long, in seconds.
    static let rest = 300.0
    /// Addresses that were found to be somebody else's; the oldest are forgotten with all others.
    private static let limit = 64

    private let state = Mutex<[BluetoothAddress: Followed]>([:])

    /// Follows a device from now on, where it is one that changes its address.
    /// - Parameters:
    ///   - address: the address at which it was met, by which it is known here.
    ///   - name: what it calls itself.
    ///   - hasConsent: whether its owner has said how to know it again.
    ///   - now: the time.
    func follow(_ address: BluetoothAddress, name: String, hasConsent: Bool, at now: Instant) {
        guard address.changes else { return }
        state.withLock { $0[address] = Followed(name: name, hasConsent: hasConsent, current: address, heard: now) }
    }

    /// Follows a device no more.
    func forget(_ address: BluetoothAddress) { state.withLock { $0[address] = nil } }

    /// Takes in an advertisement.
    func hear(_ heard: Advertisement) -> Finding {
        state.withLock { state in
            guard !state.isEmpty else { return .other }
            if let known = state.first(where: { $0.value.current == heard.address })?.key {
                state[known]?.heard = heard.received
                // Where it always was: what looked like it is another.
                state[known]?.candidate = nil
                return known == heard.address ? .other : .known(known)
            }
            guard heard.address.changes, heard.isConnectable, let name = heard.name else { return .other }
            for (known, followed) in state where followed.name == name {
                guard !followed.isLinked, !followed.isStranger(heard.address, at: heard.received) else { continue }
                // Whose it is will show in a moment.
                guard heard.received.seconds(since: followed.heard) > Self.quiet else { return .candidate }
                guard followed.hasConsent else { return .lookalike(name) }
                if let tried = followed.candidate {
                    guard heard.received.seconds(since: tried.since) >= Self.trial else { return .candidate }
                    state[known]?.exclude(tried.address, until: heard.received.advanced(bySeconds: Self.rest))
                    guard tried.address != heard.address else { return .other }
                }
                state[known]?.candidate = (heard.address, heard.received)
                return .candidate
            }
            return .other
        }
    }

    /// Where a device that is known by `address` is to be looked for, and whether it is still to show that it is the same.
    func target(of address: BluetoothAddress) -> (address: BluetoothAddress, isCandidate: Bool) {
        state.withLock { state in
            guard let followed = state[address] else { return (address, false) }
            return followed.candidate.map { ($0.address, true) } ?? (followed.current, false)
        }
    }

    /// The link to a device is up or down.
    func setLinked(_ address: BluetoothAddress, _ isLinked: Bool, at now: Instant) {
        state.withLock { state in
            state[address]?.isLinked = isLinked
            state[address]?.heard = now
        }
    }

    /// A candidate was asked who it is.
    func settle(_ address: BluetoothAddress, candidate: BluetoothAddress, isSame: Bool, at now: Instant) {
        state.withLock { state in
            guard isSame else {
                state[address]?.exclude(candidate, until: nil)
                return
            }
            state[address]?.candidate = nil
            state[address]?.current = candidate
            state[address]?.heard = now
            state[address]?.strangers = [:]
        }
    }

    /// A candidate could not be asked who it is: it makes room for others.
    func passOver(_ address: BluetoothAddress, candidate: BluetoothAddress, at now: Instant) {
        state.withLock { $0[address]?.exclude(candidate, until: now.advanced(bySeconds: Self.rest)) }
    }
}

extension BluetoothAddress {
    /// Whether it is one that a device replaces by another now and then (Core Specification 5.4, vol 6 part B, 1.3.2.2).
    var changes: Bool { kind == .random && bits >> 46 & 3 == 1 }
}

/// Thrown where a device was heard under a new address while the old one was waited for.
struct AddressChanged: Error {}

/// Thrown where a device under a new address turned out to be another.
struct AnotherDevice: Error {}
