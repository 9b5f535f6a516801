import Accounts
import Glibc
import Relay
import Runtime
import Signals
package import Store
import Synchronization

/// The relays of the people of a gateway, each with its own hub, so that nobody receives another person's data.
///
/// `relay.sock` belongs to the account of this machine and acts for the first owner, or on a gateway without accounts
/// for whoever wears the device that speaks. Everybody else has `relay-NUMBER.sock`, from the first time they ask for
/// it.
package final class RelayRegistry: Sendable {
    private struct State {
        var folder: String?
        var interval = Duration.seconds(5)
        var relays: [Int64: PersonalRelay] = [:]
        /// For whom `relay.sock` acts: the number of the first owner, as it is kept.
        var owner: String?
    }

    /// Under which the first owner is kept for whom `relay.sock` acts.
    private static let setting = "relay_person"
    /// The key of the relay at `relay.sock`, which stands for the machine.
    private static let machine: Int64 = 0

    private let state = Mutex(State())
    private let opening = Mutex(())
    private let gateway = Mutex(Weak())
    private struct Weak { weak var gateway: Gateway? }

    init() {}

    /// Opens the relay of this machine's account, and those of people who have used theirs before.
    func open(_ gateway: Gateway, interval: Duration) throws {
        let owner = try gateway.store.accessSetting(Self.setting)
        self.gateway.withLock { $0.gateway = gateway }
        state.withLock { state in
            state.folder = gateway.configuration.folder
            state.interval = interval
            state.owner = owner
        }
        _ = try relay(Self.machine)
        for account in gateway.accounts.accounts where isKept(account.id) { _ = try relay(account.id) }
        accountsChanged()
        gateway.accounts.whenChanged { [weak self] in self?.accountsChanged() }
    }

    /// The relay of a person; nil for a gateway without accounts.
    /// - Throws: `Failure` when the relay is not open or cannot be.
    package func relay(of person: Person.ID?) throws -> PersonalRelay {
        let owner = gateway.withLock { $0.gateway }?.accounts.firstOwner?.id
        guard let id = person?.rawValue, id != owner || isKept(id) else { return try relay(Self.machine) }
        return try relay(id)
    }

    /// The relays that are open.
    var open: [PersonalRelay] { state.withLock { Array($0.relays.values) } }

    /// Closes the relay of a person and removes all that it kept; where they were the first owner, the one of this machine
    /// too, which begins anew with nothing.
    func remove(_ person: Person.ID, wasFirst: Bool) {
        if wasFirst {
            let shared = state.withLock { $0.relays.removeValue(forKey: Self.machine) }
            shared?.stop()
            shared?.removeQueues()
            Log.attempt("The relay of this machine could not be opened anew.") { _ = try self.relay(Self.machine) }
        }
        let (relay, folder) = state.withLock { state in
            (state.relays.removeValue(forKey: person.rawValue), state.folder)
        }
        relay?.stop()
        relay?.removeQueues()
        if relay == nil, let folder, isKept(person.rawValue) {
            RelayHub.removeQueues(of: Self.path(person.rawValue, in: folder))
        }
    }

    func stop() {
        let relays = state.withLock { state in
            defer { state.relays = [:] }
            return state.relays.values
        }
        for relay in relays { relay.stop() }
    }

    private func relay(_ id: Int64) throws -> PersonalRelay {
        if let relay = state.withLock({ $0.relays[id] }) { return relay }
        // One at a time, as two would ask for the same socket, and apart from the state, for which beats wait.
        return try opening.withLock { _ in
            let (known, folder, interval) = state.withLock { ($0.relays[id], $0.folder, $0.interval) }
            if let known { return known }
            guard let folder, let gateway = gateway.withLock({ $0.gateway }) else {
                throw Failure(.failed, "The relay is not open.")
            }
            guard id == Self.machine || gateway.accounts.account(id) != nil else {
                throw Failure(.notFound, "There is no account \(id), and so no relay of it.")
            }
            let relay = try PersonalRelay(
                gateway, person: id == Self.machine ? nil : Person.ID(rawValue: id),
                path: Self.path(id, in: folder), interval: interval)
            state.withLock { $0.relays[id] = relay }
            return relay
        }
    }

    private static func path(_ id: Int64, in folder: String) -> String {
        id == machine ? "\(folder)/relay.sock" : "\(folder)/relay-\(id).sock"
    }

    private func isKept(_ id: Int64) -> Bool {
        guard let folder = state.withLock(\.folder) else { return false }
        return access("\(folder)/relay-\(id)", F_OK) == 0
    }

    /// Somebody may have been signed out, and the first owner may be another one: what was paired for the one before
    /// hears nothing of the next.
    private func accountsChanged() {
        guard let gateway = gateway.withLock({ $0.gateway }) else { return }
        for relay in open {
            relay.wakeBrowsers()
            guard let person = relay.person, gateway.accounts.account(person.rawValue) == nil else { continue }
            state.withLock { _ = $0.relays.removeValue(forKey: person.rawValue) }
            relay.stop()
        }
        guard let owner = gateway.accounts.firstOwner?.id, let relay = try? relay(Self.machine) else { return }
        let before = state.withLock { state in
            defer { state.owner = "\(owner)" }
            return state.owner
        }
        guard before != "\(owner)" else { return }
        guard before != nil else {
            try? gateway.store.setAccess(Self.setting, to: "\(owner)")
            return
        }
        relay.holdBack()
        Task(executorPreference: gateway.store.diskThreads) {
            // Where it fails nothing is told there, and it is tried again at the next start.
            if await relay.handOver() { try? gateway.store.setAccess(Self.setting, to: "\(owner)") }
        }
    }
}
