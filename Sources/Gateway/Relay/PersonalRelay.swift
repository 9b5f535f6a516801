import Accounts
import Analysis
import Devices
import Documents
package import Relay
import Runtime
package import Signals
import Store
import Synchronization

/// The relay of one person: a hub where their watches meet the phone's program, which the gateway plays, and what
/// programs need that have no unix socket: a second program on the phone's side, and watches in browsers.
///
/// Nothing of anybody else comes here: pairings, tokens, contexts and transfers are those of this hub alone.
package final class PersonalRelay: Sendable {
    /// Watches in browsers that may be open at a time.
    package static let browserLimit = 16

    private struct State {
        var phone: RelaySession?
        var watches: [String: BrowserWatch] = [:]
        var measured: (milliseconds: Double, at: Instant)?
        var recent = RecentRequests()
        var source = WristSource()
        /// The watch was told last that the heart is refused.
        var isRefused = false
        /// Nothing is shown: what was paired here is another person's, and is being forgotten.
        var isHeldBack = false
    }

    /// A weak reference to the relay, which is created after it.
    private final class WeakRelay: Sendable {
        private let relay = Mutex<Weak>(Weak())
        private struct Weak { weak var relay: PersonalRelay? }
        var relayThere: PersonalRelay? {
            get { relay.withLock { $0.relay } }
            set { relay.withLock { $0.relay = newValue } }
        }
    }

    /// The person; nil for the relay of this machine's account, which acts for the first owner.
    let person: Person.ID?
    private let path: String
    private let hub: RelayHub
    private let program: RelayPhone
    private let gateway: Weak
    private let state = Mutex(State())
    private let silent = SilentProgram()
    private let showing = Mutex(())

    private struct Weak: Sendable { weak let gateway: Gateway? }

    /// Opens the relay of a person at `path`.
    /// - Throws: `Failure` when another program answers there, or queues cannot be kept.
    init(_ gateway: Gateway, person: Person.ID?, path: String, interval: Duration) throws {
        let (wakeup, weakRelay) = (PhoneActivator(), WeakRelay())
        self.person = person
        self.path = path
        self.gateway = Weak(gateway: gateway)
        hub = try RelayHub(path: path, report: gateway.configuration.report) { wakeup.activate() }
        program = try RelayPhone(path: path, interval: interval, sources: Self.sources(weakRelay))
        wakeup.set(on: program.session)
        weakRelay.relayThere = self
    }

    /// Closes the link and removes the socket.
    func stop() {
        let (phone, watches) = state.withLock { state in
            defer { (state.phone, state.watches) = (nil, [:]) }
            return (state.phone, state.watches.values)
        }
        for watch in watches {
            watch.wakeAll()
            watch.end()
        }
        phone?.invalidate()
        program.stop()
        hub.stop()
    }

    /// Removes the stored queues; the relay must be stopped.
    func removeQueues() { RelayHub.removeQueues(of: path) }

    // MARK: what the wrist shows

    /// Takes in an event of the gateway: sends the load of the device that represents the wearer or, where it has none,
    /// that of the wearer's reading session.
    func take(_ event: LiveEvent) {
        guard let gateway = gateway.gateway, !state.withLock({ $0.isHeldBack }) else { return }
        let now = gateway.configuration.clock.now
        switch event {
        case .load(let device, let reading):
            guard let pipeline = gateway.mainPipeline(of: person), pipeline.device.id == device,
                reading.isRefused || !gateway.refusesHeart(person)
            else { return }
            show(reading, isSynthetic: pipeline.device.isSynthetic, at: now)
        case .assessed(let assessment):
            guard assessment.person == gateway.wristPerson(person),
                assessment.heartRate == nil || !gateway.refusesHeart(person),
                state.withLock({ $0.source.takesSession(hasLoad: assessment.load != nil, at: now) })
            else { return }
            program.show(WatchReading(assessment))
        case .wearersChanged:
            // Refused with no device there that would say so.
            if gateway.refusesHeart(person) {
                show(LoadReading.refused(at: now, motion: nil), isSynthetic: false, at: now)
            }
        case .alert: showAlert()
        default: return
        }
    }

    /// Shows the newest alert that is neither over nor acknowledged, and of the wearer: of others an owner reads on the
    /// page, not on the wrist.
    ///
    /// It returns at once: who raises an alert is not to wait for the disk.
    func showAlert() {
        guard let store = gateway.gateway?.store else { return }
        Task(executorPreference: store.diskThreads) { [weak self] in self?.showAlertNow() }
    }

    private func showAlertNow() {
        // One after the other, so that what was read last is what is shown.
        showing.withLock { _ in
            guard let gateway = gateway.gateway, !state.withLock({ $0.isHeldBack }) else { return }
            let alert = (try? gateway.alerts.open())?.first { $0.resolved == nil && concerns($0, gateway) }
            guard alert != nil || program.showsAlert else { return }
            program.show(
                alert: alert.map { WatchAlert(time: $0.time, severity: $0.severity.rawValue, message: $0.message) },
                now: gateway.configuration.clock.now)
        }
    }

    private func concerns(_ alert: Alert, _ gateway: Gateway) -> Bool {
        guard let owner = gateway.accounts.firstOwner.map({ Person.ID(rawValue: $0.id) }) else { return true }
        let wearer = person ?? owner
        if let id = alert.recording, let recording = try? gateway.store.nightRecording(id) {
            return (recording.person ?? owner) == wearer
        }
        // Whose a recorder is is decided by owners, who alone hear of it.
        guard alert.kind != .recorderContested, let device = alert.device else {
            return gateway.accounts.account(wearer.rawValue)?.role == .admin
        }
        return (gateway.wearerRegistry.wearer(of: device, at: alert.time)?.id ?? owner) == wearer
    }

    private func show(_ reading: LoadReading, isSynthetic: Bool, at now: Instant) {
        let shown = WatchReading(reading, isSynthetic: isSynthetic)
        let (isNews, isTaken) = state.withLock { state in
            let isNews = reading.isRefused && !state.isRefused
            state.isRefused = reading.isRefused
            if reading.isRefused { state.measured = nil }
            // What a session shows of reading alone stands beside a heart that is refused.
            if isNews { state.source.forget() }
            return (isNews, state.source.takesDevice(hasLoad: reading.load != nil, at: now))
        }
        if isNews { program.withdraw(for: shown) } else if isTaken { program.show(shown) }
    }

    private static func sources(_ weakRelay: WeakRelay) -> RelayPhone.Sources {
        let method = HeartWindow.sdnnMethod
        return RelayPhone.Sources(
            variability: {
                guard let relay = weakRelay.relayThere, let gateway = relay.heard else {
                    return Estimate(unknown: "No device is there.", method: method)
                }
                if gateway.refusesHeart(relay.person, .rrInterval) {
                    return Estimate(unknown: LoadReading.refusal, method: method)
                }
                guard let pipeline = gateway.mainPipeline(of: relay.person) else {
                    return Estimate(unknown: "No device is there.", method: method)
                }
                return RecentVariability(pipeline.history.beats)?.sdnn
                    ?? Estimate(unknown: "No heart beat has come yet.", method: method)
            },
            beats: {
                guard let relay = weakRelay.relayThere, let gateway = relay.heard,
                    !gateway.refusesHeart(relay.person, .rrInterval),
                    let beats = gateway.mainPipeline(of: relay.person)?.history.beats, let first = beats.first
                else { return nil }
                return (beats.map(\.rr), first.time.secondsSince1970)
            },
            measured: { milliseconds in
                guard let relay = weakRelay.relayThere, let gateway = relay.heard,
                    !gateway.refusesHeart(relay.person, .rrInterval)
                else { return }
                let now = gateway.configuration.clock.now
                relay.state.withLock { $0.measured = (milliseconds, now) }
            },
            mayBreathe: {
                guard let relay = weakRelay.relayThere, let gateway = relay.heard else { return false }
                return gateway.reading.mayBreathe(
                    gateway.wristPerson(relay.person), at: gateway.configuration.clock.now)
            })
    }

    /// The gateway, unless nothing of it may be told now.
    private var heard: Gateway? { state.withLock { $0.isHeldBack } ? nil : gateway.gateway }

    /// Whether the wearer does not allow the heart to be recorded.
    package var refusesHeart: Bool { gateway.gateway?.refusesHeart(person) ?? true }

    /// The heart rate variability that a watch has sent last, in ms; nil also when the wearer refuses the heart.
    package var measured: (milliseconds: Double, at: Instant)? { state.withLock { $0.measured } }

    // MARK: another owner

    /// Sends no more readings to the wrist.
    func holdBack() { state.withLock { $0.isHeldBack = true } }

    /// Forgets all that was paired here and waits, as the socket acts for another person from now on; shows nothing
    /// until that is done.
    /// - Returns: Whether it is done.
    func handOver() async -> Bool {
        state.withLock { state in
            state.isHeldBack = true
            state.measured = nil
            state.source.forget()
            for watch in state.watches.values { watch.end() }
            state.watches = [:]
        }
        do {
            let phone = try await phone()
            if case .array(let watches)? = try await phone.ask(["what": "watches"]).object?["watches"] {
                for watch in watches.compactMap({ $0.object?["watch"]?.string }) {
                    _ = try await phone.ask(["what": "unpair", "watch": .string(watch)])
                }
            }
        } catch { return false }
        program.forget()
        BrowserWatch.removeInbox(of: path)
        state.withLock { $0.isHeldBack = false }
        return true
    }

    // MARK: programs without a socket

    /// A second program on the phone's side.
    /// - Throws: `Failure` when the relay does not answer.
    package func phone() async throws -> RelaySession {
        let session = try state.withLock { state -> RelaySession in
            if let phone = state.phone { return phone }
            let phone = try RelaySession(role: .phone, path: path, part: .attach)
            phone.delegate = silent
            phone.activate()
            state.phone = phone
            return phone
        }
        try await session.untilActivated()
        return session
    }

    /// Has the questions of all browsers answered with what there is: somebody may have been signed out.
    func wakeBrowsers() { for watch in state.withLock({ $0.watches.values.map(\.self) }) { watch.wakeAll() } }

    /// The watch of a browser, which is connected from its first question to some time after its last.
    /// - Throws: `Failure` when its token is wrong, or too many browsers are watches.
    package func watch(_ name: String, token: String) async throws -> BrowserWatch {
        let watch = try state.withLock { state -> BrowserWatch in
            state.watches = state.watches.filter { !$0.value.isForgotten }
            if let watch = state.watches[name] {
                guard watch.hasToken(token) else { throw Self.wrongToken }
                return watch
            }
            guard state.watches.count < Self.browserLimit else {
                throw Failure(.failed, "\(Self.browserLimit) browsers are watches already; close one.")
            }
            let watch = try BrowserWatch(path: path, watch: name, token: token)
            state.watches[name] = watch
            return watch
        }
        do { try await watch.session.untilActivated() } catch {
            state.withLock { $0.watches[name] = nil }
            watch.end()
            if watch.isRefused { throw Self.wrongToken }
            throw error
        }
        return watch
    }

    /// Whether one more request of `name` is within 50 a second, with a hundred at once.
    package func allows(_ name: String) -> Bool {
        state.withLock { $0.recent.allows(name, at: .now) }
    }

    private static let wrongToken = Failure(
        .notPermitted, "This watch is not paired, or its token is wrong (7005). Pair it with a new code.")

    /// A delegate that ignores everything.
    private final class SilentProgram: RelaySessionDelegate {}
}
