import Runtime
import Signals

/// Looks through all that a store keeps: each table with its indexes and references, each block of raw samples, and each
/// kept file by its hash. It only reads, a little at a time, so that a gateway goes on writing meanwhile.
package struct StoreCheck: Sendable {
    /// Something that is not as it was written.
    package struct Fault: Hashable, Sendable {
        /// What kind of thing it is.
        package enum Part: String, Sendable {
            /// A table of the database, its indexes or what it refers to.
            case database
            /// A block of raw samples.
            case samples
            /// A file that was imported.
            case file
        }

        /// What kind of thing it is.
        package var part: Part
        /// Which one.
        package var place: String
        /// What is wrong with it.
        package var text: String
    }

    /// What was looked at, and what was wrong.
    package struct Report: Hashable, Sendable {
        /// Tables of the database.
        package var tables = 0
        /// Blocks and single batches of raw samples.
        package var blocks = 0
        /// Kept files.
        package var files = 0
        /// Bytes of raw samples and kept files, unpacked.
        package var bytes: Int64 = 0
        /// What was wrong.
        package var faults: [Fault] = []

        /// Whether nothing was wrong.
        package var isSound: Bool { faults.isEmpty }

        /// A report of nothing.
        package init() {}
    }

    private let database: String
    private let progress: @Sendable (Double) -> Void

    /// A look through the store in a folder.
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - progress: told the part that is done, 0 ... 1.
    package init(folder: String, progress: @escaping @Sendable (Double) -> Void = { _ in }) {
        database = StoreFolder(path: folder).database
        self.progress = progress
    }

    /// Looks through everything.
    /// - Throws: `Failure` when the database cannot be opened; `CancellationError` when the task was cancelled.
    package func run() throws -> Report {
        var report = Report()
        do {
            let connection = try Connection(path: database, access: .reading)
            try connection.execute("PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -1024;")
            try tables(connection, &report)
            for table in SampleTable.allCases { try samples(connection, table, &report) }
            try files(connection, &report)
        } catch let error as SQLiteError {
            guard error.code.meansDamage else { throw error.failure("The store \(database) cannot be looked through") }
            report.faults.append(Fault(part: .database, place: "store.sqlite", text: error.message))
        }
        progress(1)
        return report
    }

    /// Each table by itself, so that the log does not grow meanwhile.
    private func tables(_ connection: borrowing Connection, _ report: inout Report) throws {
        let rows = try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
        var names = ["sqlite_schema"]
        while try rows.step() { names.append(rows.text(0)) }
        rows.reset()
        for name in names {
            try Task.checkCancellation()
            report.tables += 1
            for fault in try faults(in: name, connection) {
                report.faults.append(Fault(part: .database, place: name, text: fault))
            }
            progress(0.4 * Double(report.tables) / Double(names.count))
        }
    }

    private func faults(in table: String, _ connection: borrowing Connection) throws(SQLiteError) -> [String] {
        // A name of the file's own schema, between quotes that are doubled.
        let name = table.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        var faults: [String] = []
        do {
            if let found = try connection.text("PRAGMA integrity_check('\(name)')"), found != "ok" {
                faults.append(found)
            }
            if table != "sqlite_schema", try connection.text("PRAGMA foreign_key_check('\(name)')") != nil {
                faults.append("a row refers to one that is gone")
            }
        } catch {
            guard error.code.meansDamage else { throw error }
            faults.append(error.message)
        }
        return faults
    }

    private func samples(_ connection: borrowing Connection, _ table: SampleTable, _ report: inout Report) throws {
        let share = table == .block ? 0.4 : 0.65
        do {
            let last = try connection.integer("SELECT max(id) FROM \(table.rawValue)") ?? 0
            let rows = try connection.prepare(table.sql)
            var place = Int64.min
            while true {
                try Task.checkCancellation()
                rows.bind(1, place)
                var isEnd = true
                while try rows.step() {
                    isEnd = false
                    place = rows.integer(0)
                    report.blocks += 1
                    guard let fault = table.fault(rows) else {
                        // What is whole is no larger than `Zstd.decompress` allows.
                        report.bytes += rows.integer(1)
                        continue
                    }
                    let at = Instant(nanoseconds: rows.integer(6)).rfc3339
                    report.faults.append(
                        Fault(
                            part: .samples,
                            place: "\(rows.text(4)) of \(rows.text(5)) from \(at) (\(table.rawValue) \(place))",
                            text: fault))
                }
                rows.reset()
                if isEnd { return }
                progress(share + 0.05 * Double(max(0, place)) / Double(max(1, last)))
            }
        } catch let error as SQLiteError where error.code.meansDamage {
            report.faults.append(Fault(part: .samples, place: table.rawValue, text: error.message))
        }
    }

    private func files(_ connection: borrowing Connection, _ report: inout Report) throws {
        let kept: [StoredRecording]
        do {
            kept = try connection.recordings(where: Self.hasFile)
        } catch {
            guard error.code.meansDamage else { throw error }
            return report.faults.append(Fault(part: .file, place: "recording", text: error.message))
        }
        let all = kept.reduce(0.0) { $0 + Double($1.file.size) }
        var done = 0.0
        for recording in kept {
            var fault: String?
            do {
                fault = try self.fault(of: recording, connection) { progress(0.7 + 0.3 * (done + $0) / max(1, all)) }
            } catch let error as SQLiteError where error.code.meansDamage {
                fault = error.message
            }
            done += Double(recording.file.size)
            // What was deleted while it was read is no fault.
            if fault != nil,
                try connection.recordings(where: "\(Self.hasFile) AND recording.id = \(recording.id.rawValue)").isEmpty
            {
                continue
            }
            report.files += 1
            guard let fault else {
                // It was read.
                report.bytes += Int64(clamping: recording.file.size)
                continue
            }
            report.faults.append(
                Fault(part: .file, place: "\(recording.file.name) (recording \(recording.id.rawValue))", text: fault))
        }
    }

    private static let hasFile = "state IN ('complete', 'deleted')"

    private func fault(
        of recording: StoredRecording, _ connection: borrowing Connection, _ progress: (Double) -> Void
    ) throws -> String? {
        let rows = try connection.prepare(
            """
            SELECT start, size, body FROM recording_chunk WHERE recording = ?1 AND start >= ?2 ORDER BY start LIMIT 4
            """)
        var hash = SHA256()
        var end: Int64 = 0
        while end < Int64(recording.file.size) {
            try Task.checkCancellation()
            rows.bind(1, recording.id.rawValue)
            rows.bind(2, end)
            let before = end
            while try rows.step() {
                guard rows.integer(0) == end else { return "bytes from \(end) on are missing" }
                do throws(DecodeError) {
                    hash.update(try Zstd.decompress(rows.bytes(2), size: Int(clamping: rows.integer(1))))
                } catch {
                    return "the bytes from \(end) on are damaged"
                }
                // No piece is larger than `Zstd.decompress` allows.
                end += rows.integer(1)
                progress(Double(end))
            }
            rows.reset()
            guard end > before else { return "bytes from \(end) on are missing" }
        }
        return hash.digest() == recording.file.sha256 ? nil : "its bytes are not those that were imported"
    }
}

/// The tables of raw samples.
private enum SampleTable: String, CaseIterable {
    case block = "raw_block"
    case batch = "raw_batch"

    /// The rows behind one, a few: number, bytes, samples, axes, channel, device, start, bytes as they are kept.
    var sql: String {
        """
        SELECT kept.id, \(self == .block ? "kept.size" : "length(kept.body)"), kept.samples, stream.axes,
            stream.channel, device.name, kept.start, kept.body
        FROM \(rawValue) AS kept LEFT JOIN stream ON stream.id = kept.stream
            LEFT JOIN source ON source.id = stream.source LEFT JOIN device ON device.id = source.device
        WHERE kept.id > ?1 ORDER BY kept.id LIMIT 32
        """
    }

    /// What is wrong with the present row; nil for nothing.
    func fault(_ row: borrowing Statement) -> String? {
        do throws(DecodeError) {
            let body = row.bytes(7)
            let bytes = self == .block ? try Zstd.decompress(body, size: Int(clamping: row.integer(1))) : body
            let batches = try SampleBlock.decode(
                bytes, device: DeviceID(rawValue: ""), channel: Channel(rawValue: ""), unit: .one,
                axes: Int(clamping: row.integer(3)))
            let count = batches.reduce(0) { $0 + $1.count }
            return count == Int(clamping: row.integer(2)) ? nil : "it holds \(count) samples, not \(row.integer(2))"
        } catch {
            return "\(error)"
        }
    }
}
