import Recordings
package import Runtime
import Signals
import Synchronization

/// A recorder's readings while it is plugged in: acceleration from its `STREAM`, stamped when it arrives, because the
/// recorder gives no time and no number with it. Good to see that it works and moves; nothing that a night is made of.
///
/// It waits for the recorder, streams, and waits again after it was unplugged, until the task is cancelled.
package final class AxivityPreview: DeviceSource {
    /// The recorder, marked as a preview so that it is not taken for a night.
    package let device: DeviceDescription
    private let clock: any HostClock
    private let find: @Sendable () -> (any AxivityAccess)?

    /// A preview of the recorder with this number.
    /// - Parameters:
    ///   - number: what the recorder is known by.
    ///   - model: such as `AX3`.
    ///   - clock: what is waited on.
    ///   - find: the way to the recorder; nil while it is not plugged in.
    package init(
        number: UInt32, model: String, clock: any HostClock = WallClock(),
        find: @escaping @Sendable () -> (any AxivityAccess)?
    ) {
        device = Self.description(number: number, model: model)
        self.clock = clock
        self.find = find
    }

    /// How a recorder is named, and the channels that it sends.
    package static func description(number: UInt32, model: String) -> DeviceDescription {
        DeviceDescription(
            identity: DeviceIdentity(maker: "Axivity", model: model, serial: String(number)),
            name: "\(model) \(number) (live preview)", kind: .recorder, origin: .worn,
            channels: [
                RecordedChannel(.acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: 100)
            ], isPreview: true)
    }

    /// Streams until the task is cancelled.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        var isFirst = true
        while true {
            guard let access = find() else {
                if isFirst {
                    outlet.deliver(
                        .stage(.interrupted, reason: "\(device.name) is not plugged in", nextStep: "Plug it in."),
                        at: clock.now)
                    isFirst = false
                }
                try await clock.wait(seconds: 1)
                continue
            }
            isFirst = true
            do {
                try await session(access, outlet)
            } catch let failure as Failure {
                let now = clock.now
                outlet.deliver(.link(.gone(reason: failure.message)), at: now)
                outlet.deliver(.stage(.interrupted, reason: failure.message, nextStep: nil), at: now)
                try await clock.wait(seconds: 2)
            }
        }
    }

    private func session(_ access: any AxivityAccess, _ outlet: any DeviceOutlet) async throws {
        outlet.deliver(.link(.connecting), at: clock.now)
        let talk = AxivityConversation(line: try await access.line(), clock: clock)
        try talk.open()
        do {
            try await converse(talk, outlet)
        } catch {
            await talk.hangUp()
            throw error
        }
    }

    /// Never returns but by an error: the recorder is gone, or the task was cancelled.
    private func converse(_ talk: AxivityConversation, _ outlet: any DeviceOutlet) async throws {
        let identity = try await talk.identify()
        guard String(identity.number) == device.identity.serial else {
            throw Failure(.failed, "Recorder \(identity.number) is plugged in where \(device.name) was.")
        }
        outlet.deliver(.identified(identity.device), at: clock.now)
        if let battery = try? await talk.ask(.battery).reply {
            outlet.deliver(.battery(percent: battery.percent), at: clock.now)
        }
        let rate = try? await talk.ask(.rate).reply
        let readings = AxivityReadings(device: device.id, model: identity.model, range: rate?.range ?? 8)
        outlet.deliver(.stage(.configured, reason: nil, nextStep: nil), at: clock.now)
        let end = AxivityEnd()
        try await talk.stream({ readings.add($0, at: $1) }, ended: { end.come($0) })
        outlet.deliver(.link(.streaming), at: clock.now)
        outlet.deliver(
            .stage(
                .streaming, reason: "This is a preview: a recorder does not record while it is plugged in.",
                nextStep: nil),
            at: clock.now)
        try await deliver(readings, end, outlet)
    }

    /// Delivers what has arrived four times a second, so that calls of the outlet follow each other from one place.
    private func deliver(_ readings: AxivityReadings, _ end: AxivityEnd, _ outlet: any DeviceOutlet) async throws {
        var silence = 0
        while true {
            try await clock.wait(seconds: 0.25)
            if let batch = readings.take() {
                outlet.deliver(batch)
                silence = 0
            } else {
                silence += 1
            }
            if let reason = end.reason { throw Failure(.failed, reason) }
            if silence == 20 { throw Failure(.failed, "The recorder sends no readings any more.") }
        }
    }
}

/// The end of a line, noted on the line's thread.
private final class AxivityEnd: Sendable {
    private let state = Mutex<String?>(nil)
    var reason: String? { state.withLock { $0 } }
    func come(_ reason: String) { state.withLock { $0 = reason } }
}
