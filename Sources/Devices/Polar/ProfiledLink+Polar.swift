import Bluetooth
import DeviceProfiles
import Signals
import Synchronization

extension ProfiledLink {
    /// The Polar control point, where the profile streams by it; nil for every other device.
    func polarControl(_ peripheral: any GATTPeripheral) -> GATTCharacteristic? {
        guard profile.frames.contains(where: { $0.codec == PolarCodec.name }) else { return nil }
        return find("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8", nil, peripheral)
    }

    /// Starts the streams that are wanted, one after the other.
    /// - Throws: `Failure` when none can be started.
    func startPolar(_ control: GATTCharacteristic, _ peripheral: any GATTPeripheral) async throws {
        var dialogue = PolarControlPoint(
            wanted: polarStreams, available: await available(control, peripheral), wishes: wishes)
        let (inbox, clock) = (inbox, clock)
        while let request = dialogue.next() {
            inbox.forget(control.value)
            try await peripheral.write(request, to: control, withResponse: true)
            let answer = try await within(
                5, of: clock,
                "\(session.device.name) did not answer on its control point. Take it off, wait a minute and put it on again."
            ) {
                // What it says by itself is no answer.
                try await inbox.answer(from: control.value) { $0.first == PolarAnswer.marker }
            }
            try Self.take(answer, &dialogue)
            farewell.withLock { $0 = dialogue.stops.map { (control, $0, true) } }
        }
        try settle(dialogue, peripheral)
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
            let places = profile.frames.indices.filter { stream(ofFrame: profile.frames[$0]) == started.stream }
            flow.with { streams, _ in
                if let factor = started.factor {
                    streams.decoder.set("factor.\(started.stream.rawValue)", to: Double(factor))
                }
                if let range = started.settings.values[.range]?.first {
                    streams.decoder.set("range.\(started.stream.rawValue)", to: Double(range))
                }
                guard let rate = started.settings.values[.rate]?.first, rate > 0 else { return }
                for place in places { streams.rates[place] = Double(rate) }
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

    /// The stream whose frames begin with the byte by which the profile tells them apart.
    func stream(ofFrame format: FrameFormat) -> PolarStream? {
        guard format.codec == PolarCodec.name else { return nil }
        return format.outputs.lazy.compactMap { Self.streams[$0.channel.rawValue] }.first
    }

    private static let streams: [String: PolarStream] = [
        "acceleration": .acceleration, "ecg": .ecg, "ppg": .ppg, "rr_interval": .ppi, "angular_velocity": .gyroscope,
        "magnetic_field": .magnetometer, "skin_temperature": .skinTemperature, "temperature": .temperature,
        "pressure": .pressure,
    ]

    /// What is wanted of what the profile can stream, without what a setting named as the stream's channel switches off.
    private var polarStreams: [PolarStream] {
        let settings = session.settings
        var streams: [PolarStream] = []
        for format in profile.frames {
            guard let stream = stream(ofFrame: format), !streams.contains(stream) else { continue }
            let channels = format.outputs.map(\.channel)
            if let wanted = session.wanted, !channels.contains(where: wanted.contains) { continue }
            if channels.contains(where: { settings[$0.rawValue] == "off" }) { continue }
            streams.append(stream)
        }
        return streams
    }

    /// Settings of the profile by stream: `acceleration_rate`, `ecg_rate` and so on, else `rate`, `range`, `resolution` and
    /// `channels` for all.
    private var wishes: [PolarStream: [PolarSettings.Kind: UInt32]] {
        let names: [(String, PolarSettings.Kind)] = [
            ("rate", .rate), ("range", .range), ("resolution", .resolution), ("channels", .channels),
        ]
        let settings = session.settings
        var wishes: [PolarStream: [PolarSettings.Kind: UInt32]] = [:]
        for (channel, stream) in Self.streams {
            for (name, kind) in names {
                let short = channel == "acceleration" ? "acc" : channel
                let value = ["\(channel)_\(name)", "\(short)_\(name)", name].lazy.compactMap {
                    settings.number($0)
                }
                if let number = value.first.flatMap({ UInt32(exactly: $0) }) {
                    wishes[stream, default: [:]][kind] = number
                }
            }
        }
        return wishes
    }
}
