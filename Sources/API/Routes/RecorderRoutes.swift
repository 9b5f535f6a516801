import Devices
import Documents
import Gateway
import Runtime
import Signals

/// Recorders on a cable: how they are, their recording, the next one, and emptying them.
enum RecorderRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        // Each file on a volume that is plugged in is an import of its own.
        router.on(.importDevice) { asked, _ in ImportListDocument(try await gateway.bring(filesOf: asked.id)) }
        router.on(.recorder) { asked, _ in
            RecorderDocument(try await gateway.recorders.read(try id(asked, gateway)))
        }
        router.on(.downloadRecorder) { asked, _ in
            RecorderDocument(try gateway.recorders.download(try id(asked, gateway)))
        }
        router.on(.stopDownload) { asked, _ in
            RecorderDocument(try await gateway.recorders.stop(try id(asked, gateway)))
        }
        router.on(.configureRecorder) { asked, _ in
            let setup = try asked.setup(zone: gateway.configuration.zone)
            return RecorderDocument(
                try await gateway.recorders.configure(
                    try id(asked.device, gateway), setup, confirmed: asked.confirm))
        }
        router.on(.clearRecorder) { asked, _ in
            RecorderDocument(
                try await gateway.recorders.clear(
                    try id(asked.device, gateway), confirmed: asked.confirm, givesUp: asked.discards ?? false))
        }
    }

    private static func id(_ asked: DeviceRequest, _ gateway: Gateway) throws -> String {
        try gateway.devices.entry(asked.id).id
    }
}

extension RecorderSetupRequest {
    /// What the recorder is set up for; its times are on the wall of `zone`.
    fileprivate func setup(zone: Zone) throws -> AxivitySetup {
        var setup = AxivitySetup(zone: zone)
        let (rate, range) = (rate ?? 100, range ?? 8)
        guard let chosen = AxivityRate(hertz: rate, range: range, gyroscope: gyroscope) else {
            throw Failure(.usage, "The recorder has no \(rate) Hz with ±\(range) g, or no such gyroscope.")
        }
        setup.rate = chosen
        if let start { setup.start = .at(zone.civilTime(at: start)) }
        if let stop { setup.stop = .at(zone.civilTime(at: stop)) }
        if let session = session.flatMap(UInt32.init(exactly:)) { setup.session = session }
        setup.notes[AxivityNoteKey.zone.rawValue] = zone.name
        let notes: [(AxivityNoteKey, String?)] = [
            (.subject, subject), (.position, position), (.study, study), (.notes, self.notes),
        ]
        for (key, text) in notes {
            if let text, !text.isEmpty { setup.notes[key.rawValue] = text }
        }
        return setup
    }
}
