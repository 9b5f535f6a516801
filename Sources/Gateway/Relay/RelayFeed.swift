import Analysis
import Devices
public import Relay
import Runtime
import Signals
import Store

/// The phone's side of the relay, played by the gateway: every load reading goes to the watch, and the watch's question
/// for heart rate variability is answered with SDNN over the last 60 s.
public final class RelayFeed: Sendable {
    /// Where phone and watch meet.
    public let hub: RelayHub
    private let phone: RelayPhone
    private let subscription: LiveBus.Subscription

    /// Opens the relay of `gateway` at `relay.sock` in its folder.
    /// - Throws: `Failure` when another program answers there.
    public init(_ gateway: Gateway) throws {
        let path = "\(gateway.configuration.folder)/relay.sock"
        hub = try RelayHub(path: path)
        let sources = RelayPhone.Sources { [weak gateway] in
            let method = HeartWindow.sdnnMethod
            guard let pipeline = gateway?.mainPipeline else {
                return Estimate(unknown: "No device is there.", method: method)
            }
            return pipeline.heart?.sdnn ?? Estimate(unknown: "No heart beat has come yet.", method: method)
        }
        let phone = try RelayPhone(path: path, sources: sources)
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
        // What was raised while the gateway opened.
        if (try? gateway.alerts.open().isEmpty) == false { Self.showAlert(of: gateway, on: phone) }
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

extension Gateway {
    /// The device that speaks for the wearer: one on a body before a replay before a synthetic one, one that streams
    /// before one that does not, and of a person's devices the one that is believed.
    var mainPipeline: DevicePipeline? {
        pipelines.min { rank($0) < rank($1) }
    }

    private func rank(_ pipeline: DevicePipeline) -> Int {
        let status = pipeline.status
        let origins: [DeviceDescription.Origin] = [.worn, .replayed, .synthetic]
        let origin = origins.firstIndex(of: status.device.origin) ?? origins.count
        return (status.link == .streaming ? 0 : 100) + 10 * origin + (pipeline.speaksForHeart ? 0 : 1)
    }
}
