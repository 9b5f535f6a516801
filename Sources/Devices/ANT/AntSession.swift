import Recordings
import Runtime
import Signals
import Synchronization

/// A sensor that is heard over ANT+. There is no link to lose: it is heard or it is not, and a receiver is
/// there or not; what was missing in between is one `Loss`.
package struct AntSession: DeviceSource {
    /// Without a message for so long, of the four that come each second, a monitor is out of reach; in seconds.
    static let silence = 5.0

    /// The sensor, described for the gateway.
    package let device: DeviceDescription
    private let sensor: AntIdentifier
    private let feed: AntFeed
    private let clock: any HostClock

    init(_ device: DeviceDescription, _ sensor: AntIdentifier, feed: AntFeed, clock: any HostClock) {
        self.device = device
        self.sensor = sensor
        self.feed = feed
        self.clock = clock
    }

    /// How a sensor is named, and the channels that it sends.
    static func description(_ sensor: AntIdentifier, identity: DeviceIdentity?) -> DeviceDescription {
        let maker = identity?.maker ?? ""
        let (model, name, kind): (String, String, DeviceDescription.Kind) =
            switch sensor.kind {
            case .heartRate: ("ANT+ heart rate monitor", "heart rate strap", .heartRateStrap)
            case .footPod: ("ANT+ foot pod", "foot pod", .sensor)
            }
        let heart = [
            RecordedChannel(.heartRate, axes: [""], unit: .perMinute, nominalRate: nil),
            RecordedChannel(.rrInterval, axes: [""], unit: .milliseconds, nominalRate: nil),
        ]
        let words = maker.isEmpty ? name.prefix(1).uppercased() + name.dropFirst() : "\(maker) \(name)"
        return DeviceDescription(
            identity: DeviceIdentity(maker: maker, model: model, serial: String(sensor.number)),
            id: DeviceID(rawValue: sensor.id), name: "\(words) \(sensor.number)", kind: kind, origin: .worn,
            channels: sensor.kind == .heartRate ? heart : AntFootPod.channels)
    }

    /// Listens until it is cancelled.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        // A night has half a million messages; a gateway that falls behind by a thousand has other troubles.
        let (news, mailbox) = AsyncStream.makeStream(
            of: (AntFeed.Update, Instant, Duration).self, bufferingPolicy: .bufferingNewest(1024))
        let now = clock.now
        outlet.deliver(.stage(.matched, reason: "It is listened for.", nextStep: nil), at: now)
        outlet.deliver(.link(.connecting), at: now)
        let listener = feed.listen(for: sensor) { [clock] in mailbox.yield(($0, clock.now, clock.elapsed)) }
        let ticking = Task { [clock] in
            while !Task.isCancelled {
                try await clock.wait(seconds: 1)
                mailbox.yield((.tick, clock.now, clock.elapsed))
            }
        }
        var hearing = AntSessionState(device: device.id, sensor, elapsed: clock.elapsed)
        await withTaskCancellationHandler {
            for await (one, instant, elapsed) in news { hearing.take(one, at: instant, elapsed: elapsed, into: outlet) }
        } onCancel: {
            mailbox.finish()
        }
        feed.leave(listener)
        ticking.cancel()
        let end = clock.now
        hearing.monitor.finish("It was told to stop.", at: end, into: outlet)
        outlet.deliver(.stage(.stopped, reason: "It was told to stop.", nextStep: nil), at: end)
        throw CancellationError()
    }
}

/// The state of a session with one sensor.
struct AntSessionState {
    var monitor: any AntSensor
    /// Monotonic times at which the sensor was last heard and listening began.
    private var lastHeard: Duration?
    private var began: Duration
    private var isHeard = false
    private var wasHeard = false
    private var hasReceiver = false
    private var isToldMissing = false
    private var lastSignal: Instant?

    init(device: DeviceID, _ sensor: AntIdentifier, elapsed: Duration) {
        switch sensor.kind {
        case .heartRate: monitor = AntMonitor(device: device, number: sensor.number)
        case .footPod: monitor = AntFootPod(device: device, number: sensor.number)
        }
        began = elapsed
    }

    /// Takes in a message, a tick or a change of the receivers.
    mutating func take(_ news: AntFeed.Update, at now: Instant, elapsed: Duration, into outlet: some DeviceOutlet) {
        switch news {
        case .heard(let payload, let rssi, let arrival):
            lastHeard = elapsed
            hear(payload, rssi, at: arrival, into: outlet)
        case .receivers(let isListening, let reason):
            hasReceiver = isListening
            if !isListening {
                began = elapsed
                interrupt(reason, next: "Plug the ANT+ stick in; it goes on by itself.", at: now, into: outlet)
            } else if !isHeard {
                began = elapsed
                isToldMissing = false
                if !wasHeard {
                    outlet.deliver(.stage(.connected, reason: "It is listened for.", nextStep: nil), at: now)
                }
            }
        case .tick:
            guard hasReceiver, elapsed - (lastHeard ?? began) > .seconds(AntSession.silence) else { return }
            began = elapsed
            interrupt(
                isHeard ? "Nothing has been heard of it for \(Int(AntSession.silence)) s." : "It is not heard.",
                next: "Wear it, moisten it, and come near; it goes on by itself.", at: now, into: outlet)
        }
    }

    private mutating func hear(_ payload: [UInt8], _ rssi: Int?, at arrival: Instant, into outlet: some DeviceOutlet) {
        if !isHeard {
            isHeard = true
            isToldMissing = false
            outlet.deliver(.link(.streaming), at: arrival)
            if !wasHeard { outlet.deliver(.stage(.confirmed, reason: nil, nextStep: nil), at: arrival) }
            outlet.deliver(.stage(wasHeard ? .resumed : .streaming, reason: nil, nextStep: nil), at: arrival)
            wasHeard = true
        }
        monitor.receive(payload, at: arrival, into: outlet)
        if let rssi, lastSignal.map({ arrival.seconds(since: $0) >= 10 || arrival < $0 }) ?? true {
            lastSignal = arrival
            outlet.deliver(.signal(rssi: rssi), at: arrival)
        }
    }

    private mutating func interrupt(_ reason: String, next: String, at now: Instant, into outlet: some DeviceOutlet) {
        guard isHeard || !isToldMissing else { return }
        isToldMissing = true
        outlet.deliver(.stage(.interrupted, reason: reason, nextStep: next), at: now)
        monitor.interrupt(reason, at: now, into: outlet)
        isHeard = false
        lastHeard = nil
    }
}
