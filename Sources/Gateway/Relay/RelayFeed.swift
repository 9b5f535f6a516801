import Analysis
import Devices
public import Relay
import Runtime
import Signals
import Store
import Synchronization

/// The phone's side of the relay, played by the gateway: every load reading goes to the watch, overload shakes it, and the
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

    /// Opens the relay of `gateway` at `relay.sock` in its folder.
    /// - Throws: `Failure` when another program answers there.
    public init(_ gateway: Gateway) throws {
        let path = "\(gateway.configuration.folder)/relay.sock"
        let bell = Bell()
        hub = try RelayHub(path: path) { bell.ring() }
        let phone = try RelayPhone(path: path, sources: Self.sources(of: gateway))
        bell.hang(on: phone.session)
        self.phone = phone
        subscription = gateway.bus.subscribe { [weak gateway] event in
            if case .alert = event, let gateway { Self.showAlert(of: gateway, on: phone) }
            guard case .load(let device, let reading) = event, let pipeline = gateway?.mainPipeline,
                pipeline.status.device.id == device
            else { return }
            phone.show(
                WatchReading(
                    time: reading.time, cognitiveLoad: reading.load, state: reading.state?.rawValue,
                    confidence: reading.confidence.value, reason: reading.load == nil ? reading.reasons.first : nil,
                    heartRate: reading.heartRate.value, isSynthetic: pipeline.status.device.isSynthetic))
        }
        gateway.relay.open(path: path)
        // What was raised while the gateway opened.
        if (try? gateway.alerts.open().isEmpty) == false { Self.showAlert(of: gateway, on: phone) }
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
