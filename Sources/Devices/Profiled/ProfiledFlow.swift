import Bluetooth
import DeviceProfiles
import Signals
import Synchronization

/// The streams of a device and where they go, behind one lock: values come on a link's thread, everything else from the
/// session, and an outlet is called from one place at a time.
final class ProfiledFlow: Sendable {
    private let streams: Mutex<ProfiledStreams>
    private let outlet: any DeviceOutlet
    /// The number of the link that is up; values of an earlier one are not taken.
    private let link = Mutex(0)

    init(_ streams: ProfiledStreams, outlet: any DeviceOutlet) {
        self.streams = Mutex(streams)
        self.outlet = outlet
    }

    /// Does something with the streams and the outlet.
    func with<Result: Sendable>(_ body: (inout ProfiledStreams, any DeviceOutlet) throws -> Result) rethrows -> Result {
        try streams.withLock { try body(&$0, outlet) }
    }

    /// Delivers an event to the outlet.
    func tell(_ event: DeviceEvent, at instant: Instant) {
        streams.withLock { _ in outlet.deliver(event, at: instant) }
    }

    /// Nanoseconds from the device's clock to the host's, as its samples show them; nil while none has.
    var clockOffset: Int64? { streams.withLock { $0.timeline.offset } }

    /// Passes on samples from the device's own memory.
    func keep(_ batch: SampleBatch) { streams.withLock { _ in outlet.keep(batch) } }

    /// Returns once everything delivered so far is durable.
    func settle() async throws { try await outlet.settle() }

    /// The newest sample of a stream that is kept.
    func newest(_ channel: Channel) async -> Instant? { await outlet.newest(channel) }

    /// Of when nothing more of some streams is to be kept.
    func kept(_ channels: [Channel], in time: Range<Instant>, apart: Double) async throws -> [Range<Instant>] {
        try await outlet.kept(channels, in: time, apart: apart)
    }

    /// A new link begins.
    /// - Returns: its number.
    func nextLink() -> Int {
        link.withLock {
            $0 += 1
            return $0
        }
    }

    /// Takes an advertisement of a device that lives by them.
    func hear(_ advertisement: Advertisement) {
        streams.withLock { streams in
            let (isFirst, wasOut) = (streams.lastHeard == nil, streams.isOutOfReach)
            guard streams.hear(advertisement, isStreamed: true, into: outlet) else { return }
            let arrival = advertisement.received
            if let rssi = advertisement.rssi { outlet.deliver(.signal(rssi: rssi), at: arrival) }
            guard isFirst || wasOut else { return }
            streams.isOutOfReach = false
            outlet.deliver(.link(.streaming), at: arrival)
            outlet.deliver(
                .stage(
                    isFirst ? .streaming : .resumed, reason: "Its advertisements are heard; it needs no connection.",
                    nextStep: nil), at: arrival)
        }
    }

    /// Takes a value; true for the first one that is streamed on this link.
    func receive(_ bytes: [UInt8], from handle: UInt16, link number: Int, at arrival: Instant) -> Bool {
        guard link.withLock({ $0 == number }) else { return false }
        return streams.withLock { streams in
            let isFirst = streams.valuesOnLink == 0
            let isData = streams.receive(bytes, from: handle, at: arrival, into: outlet)
            return isFirst && isData && streams.valuesOnLink > 0
        }
    }
}
