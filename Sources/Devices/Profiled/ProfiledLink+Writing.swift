import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

extension ProfiledLink {
    /// A write with its placeholders filled in.
    func bytes(of write: ProfileWrite, to target: GATTCharacteristic) throws -> LinkWrite {
        LinkWrite(
            characteristic: target, bytes: try write.template.bytes(context), withResponse: write.withResponse,
            mayBeSplit: write.mayBeSplit)
    }

    var context: WriteTemplate.Context {
        WriteTemplate.Context(
            settings: session.settings, now: clock.now, zoneSeconds: session.zone.offset(at: clock.now),
            address: session.address.description.filter { $0 != ":" }, name: session.device.name,
            serial: serial.withLock { $0 })
    }

    func isDue(_ write: ProfileWrite) -> Bool {
        if let wanted = session.wanted, !write.streams.isEmpty, wanted.isDisjoint(with: write.streams) { return false }
        guard let condition = write.condition else { return true }
        return session.settings[condition.setting].map { condition.values.contains($0) } ?? false
    }

    /// Makes one write of the profile and waits for what must come back.
    func write(_ write: ProfileWrite, _ peripheral: any GATTPeripheral) async throws {
        guard isDue(write) else { return }
        guard let target = find(write.characteristic, write.service, peripheral) else {
            guard write.isOptional else { throw missing(write.characteristic) }
            return
        }
        do {
            try await perform(write, target, peripheral)
        } catch {
            guard write.isOptional, inbox.ended == nil, !Task.isCancelled else { throw error }
        }
        if write.waitMilliseconds > 0 {
            try await clock.wait(seconds: Double(write.waitMilliseconds) / 1000)
        }
    }

    private func perform(
        _ write: ProfileWrite, _ target: GATTCharacteristic, _ peripheral: any GATTPeripheral
    ) async throws {
        let bytes = try bytes(of: write, to: target)
        guard let answer = write.answer else { return try await bytes.perform(peripheral) }
        let source = answer.characteristic.flatMap { find($0, nil, peripheral) } ?? target
        inbox.collect(source.value)
        inbox.forget(source.value)
        try await bytes.perform(peripheral)
        let inbox = inbox
        _ = try await within(
            Double(answer.withinMilliseconds) / 1000, of: clock,
            "\(session.device.name) did not answer when it was set up. Switch it off and on, and keep it near."
        ) {
            try await inbox.answer(from: source.value) { answer.starts.matches($0.span.bytes) }
        }
    }
}
