import Signals
import Testing

@testable import Store

@Suite("Query plans")
struct QueryPlanTests {
    /// What SQLite says it will do.
    private func plan(_ sql: String) throws -> [String] {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        return try store.readers.read { connection in
            let rows = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
            var lines: [String] = []
            while try rows.step() { lines.append(rows.text(3)) }
            return lines
        }
    }

    @Test(
        "reads a range of a series by its key, without scanning and without sorting",
        arguments: [
            (Queries.sources, "INDEX source_by_device (device=?)"),
            (Queries.epochs, "PRIMARY KEY (source=? AND seconds=? AND start>? AND start<?)"),
            (Queries.epochLength, "PRIMARY KEY (source=? AND seconds>?)"),
            (Queries.beats, "PRIMARY KEY (source=? AND time>? AND time<?)"),
            (Queries.readings, "PRIMARY KEY (source=? AND time>? AND time<?)"),
            (Queries.losses, "INDEX loss_by_time (source=? AND at>? AND at<?)"),
            (Queries.blocks, "INDEX raw_block_by_time (stream=? AND start>? AND start<?)"),
            (Queries.tail, "(stream=? AND start<?)"),
            (Queries.streams, "(source=? AND channel=?)"),
            (Queries.lastNight, "COVERING INDEX night_by_date"),
            (Queries.nights, "INDEX night_by_date (date>? AND date<?)"),
            (Queries.nightListing, "COVERING INDEX night_by_date (date>? AND date<?)"),
            (Queries.nightEdits, "INDEX night_edit_by_date (date>? AND date<?)"),
            (Queries.consents, "INDEX consent_by_device (known=?)"),
            (Queries.consentsInForce, "INDEX consent_in_force (known=?)"),
            (Queries.wearingsOfDevice, "INDEX wearing_by_device (device=?)"),
            (Queries.personBaseline, "INTEGER PRIMARY KEY (rowid=?)"),
            (Queries.nightRecording, "INTEGER PRIMARY KEY (rowid=?)"),
            (Queries.nightRecordingsBetween, "INDEX night_recording_by_start (started<?)"),
            (Queries.nightRecordingDevices, "PRIMARY KEY (recording=?)"),
            (Queries.dayFigures, "PRIMARY KEY (person=? AND zone=? AND date>? AND date<?)"),
            (
                Queries.dayTotals,
                "PRIMARY KEY (person=? AND zone=? AND type=? AND by_hour=? AND date>? AND date<?)"
            ),
            (Queries.sampleChanges, "INDEX sample_change_by_turn (turn>?)"),
            (Queries.alert, "INTEGER PRIMARY KEY (rowid=?)"),
            (Queries.lastKept[0], "PRIMARY KEY (source=?)"),
            (Queries.lastKept[1], "INDEX raw_block_by_time (stream=?)"),
            (Queries.lastKept[2], "(stream=?)"),
        ])
    func byKey(sql: String, key: String) throws {
        let plan = try plan(sql)
        #expect(plan.contains { $0.contains(key) }, "\(plan)")
        // Handfuls of sources and nights may be sorted; a series never.
        let isSmall = [
            Queries.sources, Queries.nights, Queries.nightListing, Queries.consents, Queries.nightRecordingDevices,
        ].contains(sql)
        if !isSmall {
            #expect(!plan.contains { $0.contains("TEMP B-TREE") && !$0.contains("RIGHT PART") }, "\(plan)")
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("night_by_date") }, "\(plan)")
    }

    @Test("reads the newest nights and alerts, and those that are open, by their order")
    func newest() throws {
        for (sql, key) in [
            (Queries.nightRecordings, "INDEX night_recording_by_start"),
            (Queries.openNightRecordings, "INDEX night_recording_open"), (Queries.openAlerts, "INDEX alert_open"),
        ] {
            let plan = try plan(sql)
            #expect(plan.contains { $0.contains(key) }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        // The newest alerts are the last rows; nothing is sorted.
        #expect(!(try plan(Queries.alerts)).contains { $0.contains("TEMP B-TREE") })
    }

    @Test("deletes what an import left by keys")
    func deletions() throws {
        for sql in Writer.deletions {
            let plan = try plan(sql.replacing("?1", with: "1").replacing("?2", with: "10"))
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(sql): \(plan)")
        }
    }
}
