import Recordings
package import Runtime
package import Signals
import USB

/// A recorder that is plugged in, and what a person can do with it: look, download, and, when that was said for this very
/// recorder, set it up or empty it.
package final class AxivityRecorder: Sendable {
    let access: any AxivityAccess
    let clock: any HostClock
    /// The zone of the recorder's clock, which has none of its own.
    package let zone: Zone

    /// The recorder behind `access`.
    package init(_ access: any AxivityAccess, zone: Zone, clock: any HostClock = WallClock()) {
        self.access = access
        self.zone = zone
        self.clock = clock
    }

    /// Runs `body` in a talk with the recorder, after it told who it is.
    func talk<Value: Sendable>(
        _ body: (AxivityConversation, AxivityIdentity) async throws -> Value
    ) async throws -> Value {
        let talk = AxivityConversation(line: try await access.line(), clock: clock)
        try talk.open()
        defer { talk.close() }
        let identity = try await talk.identify()
        return try await body(talk, identity)
    }

    /// The file on the volume and what the bus and the volume say of the recorder.
    func withFile<Value: Sendable>(
        reply: UInt32?,
        _ body: @escaping @Sendable (AxivityFile?, AxivityIdentification) async throws -> Value
    ) async throws -> Value {
        let serial = await access.serial
        return try await access.withVolume { folder, label in
            let file = try AxivityFile(folder: folder)
            let identification = AxivityIdentification(
                serial: serial, label: label, header: file?.header.number, reply: reply)
            return try await body(file, identification)
        }
    }

    /// How the recorder is. Only who it is must be answered; everything else that cannot be found out is a remark.
    /// - Throws: `Failure` when the recorder cannot be talked to; `CancellationError`.
    package func status() async throws -> AxivityStatus {
        var status = try await talk { talk, identity in
            var status = AxivityStatus(
                identity: identity,
                identification: AxivityIdentification(
                    serial: nil, label: nil, header: nil, reply: identity.number))
            status.battery = try await Self.optional(talk, .battery, &status.remarks)
            status.batteryHealth = try await Self.optional(talk, .batteryHealth, &status.remarks)
            status.memory = try await Self.optional(talk, .memory, &status.remarks)
            status.rate = try await Self.optional(talk, .rate, &status.remarks)
            status.start = try await Self.optional(talk, .start, &status.remarks)
            status.stop = try await Self.optional(talk, .stop, &status.remarks)
            status.lastError = try await Self.optional(talk, .log, &status.remarks)?.last { $0.isError }
            do { status.clock = try await talk.readClock() } catch let failure as Failure {
                status.remarks.append(failure.message)
            }
            return status
        }
        do {
            (status.recording, status.identification) = try await withFile(reply: status.identity.number) {
                ($0.map { AxivityStatus.Recording($0) }, $1)
            }
        } catch let failure as Failure {
            status.identification = AxivityIdentification(
                serial: await access.serial, label: nil, header: nil, reply: status.identity.number)
            status.remarks.append(failure.message)
        }
        if let contradiction = status.identification.contradiction { status.remarks.append(contradiction) }
        switch status.clock?.verdict(in: zone) {
        case .lost:
            status.remarks.append(
                "Its clock is far off: the battery was flat or the clock was never set, so the times of its recording "
                    + "cannot be trusted.")
        case .otherZone:
            status.remarks.append(
                "Its clock is off by whole quarters of an hour: it was set in another zone, or before the clocks changed."
            )
        case .plausible, nil: break
        }
        return status
    }

    private static func optional<Reply>(
        _ talk: AxivityConversation, _ command: AxivityCommand<Reply>, _ remarks: inout [String]
    ) async throws -> Reply? {
        do {
            return try await talk.ask(command).reply
        } catch let failure as Failure {
            if case .ended = failure.cause as? AxivityLineError { throw failure }
            remarks.append("\(command.request.text): \(failure.message)")
            return nil
        }
    }
}

extension AxivityStatus.Recording {
    init(_ file: AxivityFile) {
        bytes = file.size
        blocks = max(0, file.size - CWAFileHeader.size) / 512
        setUp = file.header.lastChange
        notes = file.header.notes
    }
}
