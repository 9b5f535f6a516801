import Analysis
import Devices
public import Relay
import Runtime
import Signals
import Store
import Synchronization

/// The phone's side of the relay, played by the gateway: every load reading goes to the watch, those of a reading session
/// where no device tells one, overload shakes it, and the
/// watch's questions are answered: heart rate variability as SDNN over the last 60 s, and the beats of the last minutes.
public final class RelayFeed: Sendable {
    /// Where phone and watch meet.
    public let hub: RelayHub
    private let phone: RelayPhone
    private let subscription: LiveBus.Subscription

    /// Starts the phone's program again when another one took its place and has gone.
    private final class Bell: Sendable {
        private let session = Mutex<Weak>(Weak())
        private struct Weak { weak var session: RelaySession? }
        func ring() { session.withLock { $0.session }?.activate() }
        func hang(on new: RelaySession) { session.withLock { $0.session = new } }
    }

    private final class Wrist: Sendable {
        let source = Mutex(WristSource())
    }

    /// Opens the relay of `gateway` at `relay.sock` in its folder.
    /// - Parameters:
    ///   - gateway: What is shown on the wrist.
    ///   - interval: The shortest time between two loads.
    /// - Throws: `Failure` when another program answers there.
    public init(_ gateway: Gateway, interval: Duration = .seconds(5)) throws {
        let path = "\(gateway.configuration.folder)/relay.sock"
        let bell = Bell()
        hub = try RelayHub(path: path, report: gateway.configuration.report) { bell.ring() }
        let phone = try RelayPhone(path: path, interval: interval, sources: Self.sources(of: gateway))
        bell.hang(on: phone.session)
        self.phone = phone
        let wrist = Wrist()
        subscription = gateway.bus.subscribe { [weak gateway] event in
            guard let gateway else { return }
            if case .alert = event { Self.showAlert(of: gateway, on: phone) }
            if let reading = Self.reading(of: event, gateway, wrist) { phone.show(reading) }
        }
        gateway.relay.open(path: path)
        // What was raised while the gateway opened.
        if (try? gateway.alerts.open().isEmpty) == false { Self.showAlert(of: gateway, on: phone) }
    }

    /// What the wrist shows after an event: the load of the device that speaks for the wearer, or, where no load is known
    /// there, that of the wearer's reading session; nil when it stays as it is.
    private static func reading(of event: LiveEvent, _ gateway: Gateway, _ wrist: Wrist) -> WatchReading? {
        let now = gateway.configuration.clock.now
        switch event {
        case .load(let device, let reading):
            guard let pipeline = gateway.mainPipeline, pipeline.status.device.id == device,
                wrist.source.withLock({ $0.takesDevice(hasLoad: reading.load != nil, at: now) })
            else { return nil }
            return WatchReading(reading, isSynthetic: pipeline.status.device.isSynthetic)
        case .assessed(let assessment):
            guard assessment.person == gateway.wristPerson,
                wrist.source.withLock({ $0.takesSession(hasLoad: assessment.load != nil, at: now) })
            else { return nil }
            return WatchReading(assessment)
        default: return nil
        }
    }

    private static func sources(of gateway: Gateway) -> RelayPhone.Sources {
        RelayPhone.Sources(
            variability: { [weak gateway] in
                let method = HeartWindow.sdnnMethod
                guard let pipeline = gateway?.mainPipeline else {
                    return Estimate(unknown: "No device is there.", method: method)
                }
                return pipeline.heart?.sdnn ?? Estimate(unknown: "No heart beat has come yet.", method: method)
            },
            beats: { [weak gateway] in
                guard let beats = gateway?.mainPipeline?.history.beats, let first = beats.first else { return nil }
                return (beats.map(\.rr), first.time.secondsSince1970)
            },
            measured: { [weak gateway] milliseconds in
                guard let gateway else { return }
                gateway.relay.measured(milliseconds, at: gateway.configuration.clock.now)
            },
            mayBreathe: { [weak gateway] in
                guard let gateway else { return false }
                return gateway.reading.mayBreathe(gateway.wristPerson, at: gateway.configuration.clock.now)
            })
    }

    /// Shows the newest alert that is neither over nor acknowledged.
    private static func showAlert(of gateway: Gateway, on phone: RelayPhone) {
        let alert = try? gateway.alerts.open().first { $0.resolved == nil }
        phone.show(
            alert: alert.map { WatchAlert(time: $0.time, severity: $0.severity.rawValue, message: $0.message) },
            now: gateway.configuration.clock.now)
    }

    /// Leaves the link and takes the socket away.
    public func stop() {
        phone.stop()
        hub.stop()
    }
}
