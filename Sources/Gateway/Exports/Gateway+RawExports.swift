package import Exports
import Recordings
import Runtime
import Signals
import Store
import Synchronization

extension Gateway {
    /// The samples of what an export holds, as they were recorded: of an import from the bytes of its file, decoded again, and
    /// of what came in live from the blocks of the store, up to a minute ago.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - rate: samples per second to which they are brought; nil for their own.
    ///   - visibility: whose samples may be had.
    /// - Throws: `Failure` with code `notFound` where nothing of the kind is kept.
    package func raw(
        of content: ExportContent, rate: Double? = nil, _ visibility: Visibility
    ) throws -> RawSignals {
        let window = content.window
        guard let device = content.source else { throw Failure(.notFound, "Nothing raw is kept of this.") }
        let own = wearerRegistry.stretches(of: device, in: window, visibility)
        let signals =
            if let number = content.recording {
                try rawSignals(of: RecordingID(rawValue: number), device, in: window, own)
            } else {
                try rawSignals(of: device, in: window, own)
            }
        return rate.map { signals.brought(to: $0, from: window.lowerBound) } ?? signals
    }

    private func rawSignals(
        of device: DeviceID, in window: Range<Instant>, _ own: [Range<Instant>]
    ) throws -> RawSignals {
        let streams = try store.channels(of: device, recording: nil)
        // What is still on its way would make the file another while it is written.
        let end = min(window.upperBound, configuration.clock.now.advanced(bySeconds: -60))
        let channels = streams.map(\.channel).reduce(into: [Channel]()) { if !$0.contains($1) { $0.append($1) } }
        return RawSignals(streams.map { .init($0.channel, unit: $0.unit, axes: $0.axes) }) { [store] take in
            // An hour of each, so that all are read beside each other.
            var start = window.lowerBound
            while start < end {
                let next = min(end, start.advanced(bySeconds: 3600))
                for channel in channels {
                    try store.forEachBatch(of: device, channel: channel, from: start, to: next) { batch in
                        for part in batch.parts(inside: own) { try take(part) }
                    }
                }
                start = next
            }
        }
    }

    private func rawSignals(
        of id: RecordingID, _ device: DeviceID, in window: Range<Instant>, _ own: [Range<Instant>]
    ) throws -> RawSignals {
        guard let recording = try store.recording(id), recording.state == .complete, recording.device == device else {
            throw Failure(.notFound, "There is no recording \(id.rawValue) in the store.")
        }
        var options = DecodeOptions(zone: try zone(of: recording))
        options.shift = SummaryText.shift(recording.summary)
        let file = KeptRecording { [store, exports, path = "\(configuration.folder)/leaving"] in
            try exports.checkDisk(for: recording.file.size)
            let folder = IncomingFolder(path: path)
            let place = try folder.place(IncomingFolder.name(recording.file.name), of: Self.scratchName())
            // Who has it open reads on.
            defer { IncomingFolder.remove(place) }
            try KeptFile.copy(id, of: store, to: place)
            return try RecordingFile.open(path: place)
        }
        return RawSignals(SummaryText.channels(recording.summary).map { .init($0) }) { [options] take in
            try withoutActuallyEscaping(take) { take in
                var sink = RawSink { batch in
                    for part in batch.parts(from: window.lowerBound, to: window.upperBound) {
                        for own in part.parts(inside: own) { try take(own) }
                    }
                }
                _ = try RecordingFormats.decode(file.opened(), options: options, into: &sink)
            }
        } isUnchanged: { [store, person = recording.person] in
            // Given to somebody else or taken away, it is no more under this name.
            guard let now = try store.recording(id) else { return false }
            return now.state == .complete && now.device == device && now.person == person
        }
    }
}

/// The bytes of a recording on the disk, put there when they are first wanted and gone with this object.
private final class KeptRecording: Sendable {
    private let open: @Sendable () throws -> RecordingFile
    private let file = Mutex<RecordingFile?>(nil)

    init(_ open: @escaping @Sendable () throws -> RecordingFile) { self.open = open }

    func opened() throws -> RecordingFile {
        try file.withLock { file in
            if let file { return file }
            let opened = try open()
            file = opened
            return opened
        }
    }
}

/// Hands every batch on.
private struct RawSink: RecordingSink {
    let take: (SampleBatch) throws -> Void

    mutating func begin(_ header: RecordingHeader) {}
    mutating func receive(_ batch: SampleBatch) throws { try take(batch) }
}

extension SampleBatch {
    /// The runs of samples that lie in one of `stretches`.
    func parts(inside stretches: [Range<Instant>]) -> [SampleBatch] {
        if let extent, stretches.contains(where: { $0.contains(extent.lowerBound) && $0.contains(extent.upperBound) }) {
            return [self]
        }
        return stretches.flatMap { parts(from: $0.lowerBound, to: $0.upperBound) }
    }
}
