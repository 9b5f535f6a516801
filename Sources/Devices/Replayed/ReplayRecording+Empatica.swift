import Recordings
import Signals

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
