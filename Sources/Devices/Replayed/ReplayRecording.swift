import Glibc
package import Recordings
package import Signals

/// A recording of a real body, at its own times, ready to be sent again as its device would.
package struct ReplayRecording: Sendable {
    /// The device that the recording was made with.
    package var identity: DeviceIdentity
    /// The name shown to people.
    package var name: String
    /// Beats in order.
    package var beats: [Beat] = []
    /// Heart rates as the device computed them, one per second from ``ratesStart`` on; empty when there are none.
    package var rates: [Double] = []
    /// The time of the first of ``rates``; nil without rates.
    package var ratesStart: Instant?
    /// All other batches, in order of time.
    package var batches: [SampleBatch] = []
    /// Losses of the recording itself.
    package var losses: [Loss] = []

    /// An empty recording.
    package init(identity: DeviceIdentity, name: String) {
        self.identity = identity
        self.name = name
    }

    /// A recording of beats alone, as a chest strap sends them.
    package init(_ series: BeatSeries, name: String) {
        self.init(
            identity: DeviceIdentity(maker: "Nightjar", model: "Replayed strap", serial: "replay-\(name)"), name: name)
        beats = series.beats
        losses = series.losses
    }

    /// The first instant of anything in it; nil when it is empty.
    package var start: Instant? {
        let first = beats.first.map { $0.time.advanced(bySeconds: -$0.rr / 1000) }
        return [first, batches.first?.firstInstant, ratesStart].compactMap { $0 }.min()
    }

    /// The time of the last beat or sample; nil for an empty recording.
    package var end: Instant? { [beats.last?.time, batches.last?.lastInstant].compactMap { $0 }.max() }

    /// The channels of the recording.
    var channels: [RecordedChannel] {
        var channels: [RecordedChannel] = []
        for batch in batches where !channels.contains(where: { $0.channel == batch.channel }) {
            var rate: Double?
            if case .uniform(let line) = batch.times { rate = line.hertz }
            let axes = batch.axes == 3 ? ["x", "y", "z"] : (0..<batch.axes).map { "value\($0 + 1)" }
            channels.append(RecordedChannel(batch.channel, axes: axes, unit: batch.unit, nominalRate: rate))
        }
        if !beats.isEmpty {
            channels.append(RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute, nominalRate: 1))
            channels.append(RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds))
        }
        return channels
    }
}

extension SampleBatch {
    var firstInstant: Instant? { count > 0 ? times.instant(at: 0) : nil }
    var lastInstant: Instant? { count > 0 ? times.instant(at: count - 1) : nil }

    /// The index of the first sample at or after `instant`, 0 ... count.
    func index(atOrAfter instant: Instant) -> Int {
        switch times {
        case .uniform(let line): return min(max(line.index(atOrAfter: instant), 0), count)
        case .stamped(let stamps):
            var low = 0
            var high = stamps.count
            while low < high {
                let middle = (low + high) / 2
                if stamps[middle] < instant.nanoseconds { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}

extension ReplayRecording {
    /// Reads a session folder of an Empatica E4 wristband: `IBI.csv` (beats, those in doubt left out by the device),
    /// `ACC.csv` (three axes in 1/64 g) and `HR.csv` (a rate each second), each also with `.gz`. The first row of a
    /// file is its start in seconds since 1970 and the second its rate, but in `IBI.csv`, where the first holds the
    /// start.
    /// - Throws: `Failure` when the folder holds neither beats nor acceleration, or one of them cannot be read.
    package init(empaticaFolder folder: String) throws {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        self.init(
            identity: DeviceIdentity(maker: "Empatica", model: "E4", serial: "replay-\(name)"), name: "\(name) (E4)")
        if let file = try Self.open("IBI.csv", in: folder) {
            let series = try BeatSeries(file)
            beats = series.beats
            losses += series.losses
        }
        if let file = try Self.open("ACC.csv", in: folder) { try readMotion(file) }
        if let file = try Self.open("HR.csv", in: folder) {
            let column = try EmpaticaColumns(file, axes: 1)
            rates = column.values.map(Double.init)
            ratesStart = column.start
            losses += column.losses
        }
        guard !beats.isEmpty || !batches.isEmpty else {
            throw Failure(.notFound, "\(folder) holds neither IBI.csv nor ACC.csv of an Empatica session.")
        }
    }

    private mutating func readMotion(_ file: RecordingFile) throws {
        let columns = try EmpaticaColumns(file, axes: 3)
        losses += columns.losses
        guard let line = Timeline(origin: columns.start, hertz: columns.hertz) else {
            throw Failure(.failed, "\(file.name) has a rate of \(columns.hertz) Hz, which no accelerometer has.")
        }
        guard !columns.values.isEmpty else { return }
        batches.append(
            SampleBatch(
                device: identity.deviceID, channel: .acceleration, unit: .standardGravity, axes: 3,
                values: columns.values.map { $0 / 64 }, times: .uniform(line), received: columns.start))
    }

    private static func open(_ name: String, in folder: String) throws -> RecordingFile? {
        for path in ["\(folder)/\(name)", "\(folder)/\(name).gz"] {
            do { return try RecordingFile.open(path: path, unpackLimit: 1 << 30) } catch let failure as Failure {
                guard failure.code == .notFound else { throw failure }
            }
        }
        return nil
    }
}

/// A file of an Empatica session: start, rate, and rows of numbers.
struct EmpaticaColumns {
    var start: Instant
    var hertz: Double
    /// The values of all rows, one row after the other.
    var values: [Float] = []
    var losses: [Loss] = []

    init(_ file: RecordingFile, axes: Int) throws {
        let table = NumberTable(try file.bytes(at: 0, count: file.size))
        guard table.rows.count >= 2, let stamp = table.rows[0].values.first, let rate = table.rows[1].values.first,
            let start = Instant(secondsSince1970: stamp)
        else {
            throw Failure(.failed, "\(file.name) has no start and rate in its first two rows: it is no Empatica file.")
        }
        self.start = start
        hertz = rate
        var damaged = table.damagedLines
        values.reserveCapacity(table.rows.count * axes)
        for row in table.rows.dropFirst(2) {
            if row.values.count == axes {
                for value in row.values { values.append(Float(value)) }
            } else {
                // The row keeps its place, so that the ones after it keep their time.
                damaged += 1
                let last = values.suffix(axes)
                values += last.count == axes ? Array(last) : [Float](repeating: 0, count: axes)
            }
        }
        if damaged > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(damaged), unit: .samples, first: start,
                    detail: "rows of \(file.name) that are no numbers; the row before stands in for them"))
        }
    }
}

extension ReplayRecording {
    /// Reads whatever lies at `path`: the folder of an Empatica session, a recorder's file, or a text file of beats.
    /// - Throws: `Failure` when it is none of these.
    package init(path: String, options: DecodeOptions = DecodeOptions()) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            try self.init(empaticaFolder: path)
            return
        }
        let file = try RecordingFile.open(path: path)
        if (try? RecordingFormats.format(of: file)) != nil {
            try self.init(recorder: file, options: options)
        } else {
            self.init(try BeatSeries(file), name: file.name)
        }
    }
}

extension ReplayRecording {
    /// Decodes a recorder's file, such as one of an AX3, to be played as if it were worn now. At most `limit` samples
    /// of each channel are kept, a day of 100 Hz by default; the rest is a `Loss`.
    /// - Throws: `Failure` when the file cannot be read.
    package init(recorder file: RecordingFile, options: DecodeOptions = DecodeOptions(), limit: Int = 8_640_000) throws
    {
        var sink = Sink(limit: limit)
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        self.init(identity: summary.header.device, name: "\(file.name) (replayed)")
        // A replay is another device than the recorder that the file may also be imported from.
        identity.serial = "replay-\(identity.serial)"
        batches = sink.batches.map { batch in
            var batch = batch
            batch.device = identity.deviceID
            return batch
        }
        .sorted { ($0.firstInstant ?? $0.received) < ($1.firstInstant ?? $1.received) }
        losses = summary.losses
        for (channel, count) in sink.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            losses.append(
                Loss(
                    .truncated, count: Double(count), unit: .samples, channel: channel,
                    detail: "a replay keeps \(limit) samples of a channel"))
        }
    }

    private struct Sink: RecordingSink {
        var limit: Int
        var batches: [SampleBatch] = []
        var kept: [Channel: Int] = [:]
        var skipped: [Channel: Int] = [:]

        mutating func begin(_ header: RecordingHeader) {}

        mutating func receive(_ batch: SampleBatch) {
            let room = max(0, limit - kept[batch.channel, default: 0])
            let count = min(room, batch.count)
            if count > 0 { batches.append(count < batch.count ? batch.slice(0..<count) : batch) }
            kept[batch.channel, default: 0] += count
            if count < batch.count { skipped[batch.channel, default: 0] += batch.count - count }
        }
    }
}
