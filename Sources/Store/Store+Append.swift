package import Analysis
package import Signals

extension Store {
    /// Makes a device known, or known better, with what it says of itself.
    /// - Parameters:
    ///   - identity: maker, model, serial, firmware.
    ///   - id: its name here; by default `DeviceIdentity.deviceID`.
    ///   - isSynthetic: whether its data are simulated; said wherever they are shown.
    ///   - isPreview: whether what it sends live is only a look at it; nil to leave that as it is.
    ///   - seen: when it was seen; by default now.
    @discardableResult
    package func register(
        _ identity: DeviceIdentity, as id: DeviceID? = nil, isSynthetic: Bool = false, isPreview: Bool? = nil,
        seen: Instant? = nil
    ) -> Receipt? {
        let at = seen ?? .now
        return gate.append(
            .device(id ?? identity.deviceID, identity, isSynthetic: isSynthetic, isPreview: isPreview, at: at))
    }

    /// Keeps raw samples that a device sent.
    /// - Returns: what to ask ``isDurable(_:)`` for; nil when the batch had to be dropped, which is counted as a loss.
    @discardableResult
    package func append(_ batch: SampleBatch) -> Receipt? { gate.append(.batch(batch)) }

    /// Keeps beats of a device. A provisional one is settled by giving it again.
    @discardableResult
    package func append(_ beats: [Beat], device: DeviceID) -> Receipt? { gate.append(.beats(beats, device, .live)) }

    /// Keeps epochs of a device. One second is not worth keeping: raw samples give it again, and years of it would
    /// take six times the space of all the others.
    @discardableResult
    package func append(_ epochs: [Epoch], device: DeviceID) -> Receipt? {
        gate.append(.epochs(epochs.filter { $0.seconds > 1 }, device, .live))
    }

    /// Appends losses of a device; they are durable at the next commit.
    @discardableResult
    package func append(_ losses: [Loss], device: DeviceID) -> Receipt? {
        gate.append(.losses(losses, device, .live, at: .now))
    }

    /// Appends readings of a device; they are durable at the next commit.
    @discardableResult
    package func append(_ readings: [LoadReading], device: DeviceID) -> Receipt? {
        gate.append(.readings(readings, device))
    }

    /// Keeps nights found in a device's live data. A night of the same date by the same methods and versions takes
    /// the place of the earlier one; another method's stands beside it.
    @discardableResult
    package func append(_ nights: [Night], device: DeviceID) -> Receipt? {
        gate.append(.nights(nights, device, .live, at: .now))
    }

    /// Keeps nights of a recording that was imported before, scored again; on disk when it returns. As with
    /// live nights, the same methods and versions take the place of the earlier night.
    /// - Throws: `Failure` when it cannot be written.
    package func append(_ nights: [Night], device: DeviceID, recording: RecordingID) throws(Failure) {
        try performWaiting { writer in try writer.keep(nights, of: device, .recording(recording), at: .now) }
    }

    /// Writes everything handed over so far and returns when it is on disk.
    /// - Throws: `Failure` when it cannot be written now; it goes on waiting in memory.
    package func flush() async throws(Failure) {
        let result = await withCheckedContinuation { continuation in
            gate.whenDurable { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    /// Whether what `receipt` stands for is on disk: what a device may be told to delete.
    package func isDurable(_ receipt: Receipt) -> Bool { receipt.position <= gate.durable }

    /// How much of each device's live data is on disk.
    package var watermarks: [DeviceID: Watermark] { gate.watermarks }

    /// Whether the store accepts and writes data.
    package var status: StoreStatus {
        var status = gate.status
        integrity.withLock { integrity in
            status.damage = integrity.damage
            status.checked = integrity.checked
        }
        return status
    }
}
