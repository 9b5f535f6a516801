package import Devices
package import Signals
package import USB

/// An Axivity recorder that is plugged in.
package struct AxivityOnCable: CableRecorder {
    private let recorder: AxivityRecorder
    private let zone: Zone

    /// The recorder with the id of a finder; nil when it is not plugged in or is none.
    package init?(_ id: String, context: USBContext?, zone: Zone, tree: USBTree = USBTree()) {
        let plugged = tree.devices().first { device in
            device.isAxivity && device.axivityNumber.map { AxivityFinder.id($0) == id } == true
        }
        guard let plugged else { return nil }
        self.init(AxivityRecorder(USBAxivityAccess(path: plugged.path, context: context, tree: tree), zone: zone))
    }

    /// A recorder that can be accessed.
    package init(_ recorder: AxivityRecorder) {
        self.recorder = recorder
        zone = recorder.zone
    }

    /// See ``CableRecorder/look()``.
    package func look() async throws -> RecorderReading {
        let status = try await recorder.status()
        return RecorderReading(
            number: String(status.identity.number), batteryPercent: status.battery?.percent,
            clockOffset: status.clock?.offset(in: zone), clockDrift: status.drift(in: zone),
            recordingBytes: status.recording.map { $0.blocks > 0 ? $0.bytes : 0 },
            recordingStart: status.recording?.setUp.map { zone.instant(of: $0) }, rate: status.rate?.hertz,
            range: status.rate?.range, start: status.start?.description,
            session: status.identity.session.map(Int.init), remarks: status.remarks)
    }

    /// See ``CableRecorder/copy(into:progress:)``.
    package func copy(
        into folder: String, progress: @escaping @Sendable (CableRecorderState.Phase, Int, Int) -> Void
    ) async throws -> RecorderCopy {
        let done = try await recorder.download(to: { "\(folder)/\($0)" }) { step in
            switch step {
            case .copied(let bytes, let all): progress(.downloading, bytes, all)
            case .verified(let share): progress(.verifying, Int(share * 1000), 1000)
            }
        }
        return RecorderCopy(path: done.copy.path, bytes: done.copy.bytes, objections: done.verification.objections)
    }

    /// See ``CableRecorder/configure(_:confirmed:data:)``.
    package func configure(_ setup: AxivitySetup, confirmed typed: String, data disposition: AxivityDataDisposition)
        async throws
    {
        let done = try await recorder.configure(setup, confirmed: typed, data: disposition)
        if let differences = done.headerDifferences, !differences.isEmpty {
            throw Failure(.failed, "The recorder kept something else: \(differences.joined(separator: ", ")).")
        }
    }

    /// See ``CableRecorder/clear(confirmed:data:)``.
    package func clear(confirmed typed: String, data disposition: AxivityDataDisposition) async throws {
        _ = try await recorder.clear(confirmed: typed, data: disposition)
    }
}
