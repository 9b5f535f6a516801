import Bluetooth
import DeviceProfiles
import Signals
import Synchronization

extension ProfiledLink {
    private static let polarControlPoint = "FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8"

    /// The Polar control point, where the profile streams by it; nil for every other device.
    func polarControl(_ peripheral: any GATTPeripheral) -> GATTCharacteristic? {
        guard profile.frames.contains(where: { $0.codec == PolarCodec.name }) else { return nil }
        return find(Self.polarControlPoint, nil, peripheral)
    }

    private static func isPolarControl(_ write: ProfileWrite) -> Bool {
        BluetoothUUID(write.characteristic) == BluetoothUUID(polarControlPoint)
    }

    /// Starts the streams that are wanted, one after the other.
    /// - Throws: `Failure` when none can be started.
    func startPolar(_ control: GATTCharacteristic, _ peripheral: any GATTPeripheral) async throws {
        // What goes elsewhere, to its clock, comes first: the streams' times are by it.
        for write in access.start where !Self.isPolarControl(write) {
            try await self.write(write, peripheral)
        }
        let wantedSettings = try polarWantedSettings()
        var dialogue = PolarControlPoint(
            wanted: wantedSettings.map(\.stream), available: await available(control, peripheral),
            wantedSettings: Dictionary(wantedSettings.map { ($0.stream, $0.settings) }) { first, _ in first })
        let (inbox, clock) = (inbox, clock)
        while let request = dialogue.next() {
            inbox.forget(control.value)
            // Set down before it is written: a session that ends before the answer would leave the stream running.
            setFarewell(dialogue.stops, control)
            try await peripheral.write(request, to: control, withResponse: true)
            let answer = try await within(
                5, of: clock,
                "\(session.device.name) did not answer on its control point. Take it off, wait a minute and put it on again."
            ) {
                // What it says by itself is no answer.
                try await inbox.answer(from: control.value) { $0.first == PolarAnswer.marker }
            }
            try Self.take(answer, &dialogue)
        }
        setFarewell(dialogue.stops, control)
        try settle(dialogue, peripheral)
    }

    private func setFarewell(_ stops: [[UInt8]], _ control: GATTCharacteristic) {
        closingWrites.withLock { $0 = stops.map { LinkWrite(characteristic: control, bytes: $0, withResponse: true) } }
    }

    private static func take(_ answer: [UInt8], _ dialogue: inout PolarControlPoint) throws {
        do {
            try dialogue.take(answer.span.bytes)
        } catch {
            throw Failure(
                .failed, "The strap gave an answer that is none: \(error). Switch it off and on.", cause: error)
        }
    }

    private func settle(_ dialogue: PolarControlPoint, _ peripheral: any GATTPeripheral) throws {
        if dialogue.needsWiderLink {
            throw Failure(
                .failed,
                "\(session.device.name) needs a link of more than \(peripheral.transmissionUnit) bytes at a time to stream. Switch it off and on; if that does not help, use another adapter."
            )
        }
        for started in dialogue.started {
            flow.with { streams, _ in
                if let factor = started.factor {
                    streams.decoder.set("factor.\(started.stream.rawValue)", to: Double(factor))
                }
                if let range = started.settings.values[.range]?.first {
                    streams.decoder.set("range.\(started.stream.rawValue)", to: Double(range))
                }
                guard let rate = started.settings.values[.rate]?.first, rate > 0 else { return }
                for channel in Self.channels(of: started.stream) { streams.rates[channel] = Double(rate) }
            }
        }
        let heart = access.subscriptions.contains { $0.characteristic == "2A37" }
        if dialogue.started.isEmpty, let first = dialogue.refused.first, !heart {
            throw Failure(.failed, "\(session.device.name) does not stream: \(first.reason). Switch it off and on.")
        }
        for (stream, reason) in dialogue.refused {
            tell(.confirmed, "It does not send \(stream): \(reason).")
        }
    }

    private func available(_ control: GATTCharacteristic, _ peripheral: any GATTPeripheral) async -> Set<PolarStream>? {
        guard control.properties.contains(.read), let bytes = try? await peripheral.read(control) else { return nil }
        return try? PolarAnswer.streams(features: bytes.span.bytes)
    }

    private static func channels(of stream: PolarStream) -> [Channel] {
        let names: [PolarStream: [String]] = [
            .acceleration: ["acceleration"], .ecg: ["ecg"], .ppg: ["ppg"], .gyroscope: ["angular_velocity"],
            .magnetometer: ["magnetic_field"], .skinTemperature: ["skin_temperature"], .temperature: ["temperature"],
            .pressure: ["pressure"], .ppi: ["rr_interval"],
        ]
        return (names[stream] ?? []).map(Channel.init(rawValue:))
    }

    /// The streams that the profile's own writes would start, in their order, with the settings that they ask for: what
    /// the device offers may differ, and the nearest is taken.
    private func polarWantedSettings() throws -> [(stream: PolarStream, settings: [PolarSettings.Kind: UInt32])] {
        var wantedSettings: [(stream: PolarStream, settings: [PolarSettings.Kind: UInt32])] = []
        for write in access.start where Self.isPolarControl(write) && isDue(write) {
            let bytes = try write.template.bytes(context)
            guard bytes.count >= 2, bytes[0] == PolarAnswer.Operation.start.rawValue,
                let stream = PolarStream(type: bytes[1]), !wantedSettings.contains(where: { $0.stream == stream }),
                session.wanted.map({ !$0.isDisjoint(with: Self.channels(of: stream)) }) ?? true
            else { continue }
            wantedSettings.append((stream, Self.settings(in: bytes)))
        }
        return wantedSettings
    }

    private static func settings(in request: [UInt8]) -> [PolarSettings.Kind: UInt32] {
        let part = Array(request.dropFirst(2))
        var cursor = ByteCursor(part.span.bytes)
        guard let settings = try? PolarSettings(&cursor) else { return [:] }
        return settings.values.compactMapValues(\.first)
    }
}
