package import Signals

extension Store {
    /// Keeps a new upload.
    /// - Parameters:
    ///   - upload: what came.
    ///   - pending: what is still to be looked at, to go on with after a restart; nil for nothing.
    /// - Throws: `Failure` when the store cannot be changed.
    package func add(_ upload: HealthUpload, pending: [UInt8]?) async throws(Failure) {
        try await perform { writer in try writer.put(upload, pending: pending) }
    }

    /// Keeps metrics and what became of their upload, both or neither. A metric that is there already stays as it is.
    /// - Throws: `Failure` when the store cannot be changed; with code `conflict` when there is another metric of the same id.
    package func keep(_ metrics: [HealthMetric], of upload: HealthUpload) async throws(Failure) {
        try await perform { writer in
            try writer.put(upload, pending: nil)
            // What a night's metric tells of may lie days before it was made.
            try writer.outdateDays(at: metrics.flatMap { [$0.time.advanced(bySeconds: -2 * 86_400), $0.time] })
            for range in SampleChange.hours(metrics.map(\.time)) {
                try writer.note(
                    SampleChange(
                        subject: .person(upload.person),
                        range: SampleChange.hours(range.lowerBound, range.upperBound, before: 49, after: 49)))
            }
            let add = try writer.connection.prepare(
                """
                INSERT INTO health_metric (person, metric, upload, type, device, source, time, body)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
                """)
            for metric in metrics {
                add.bind(1, upload.person)
                add.bind(2, metric.id)
                add.bind(3, metric.upload)
                add.bind(4, metric.type)
                add.bind(5, metric.device)
                add.bind(6, metric.source)
                add.bind(7, metric.time.nanoseconds)
                add.bind(8, metric.body)
                try add.run()
                guard writer.connection.changes == 0 else { continue }
                let known = try writer.connection.prepare(
                    "SELECT body FROM health_metric WHERE person = ?1 AND metric = ?2")
                known.bind(1, upload.person)
                known.bind(2, metric.id)
                guard try !known.step() || known.bytes(0) == metric.body else {
                    throw Failure(.conflict, "Another metric has the id “\(metric.id)” already.")
                }
                known.reset()
            }
        }
    }

    /// Keeps samples and how far their upload is, both or neither. A sample that is there already stays as it is; a
    /// workout takes the place of that of the same program and time, of which less may have been known.
    /// - Parameters:
    ///   - samples: the samples.
    ///   - upload: their upload as it now is.
    ///   - isLast: whether nothing of the upload is left to look at.
    /// - Throws: `Failure` when the store cannot be changed.
    package func keep(_ samples: [HealthSample], of upload: HealthUpload, isLast: Bool) async throws(Failure) {
        try await perform { writer in
            try writer.outdateDays(at: samples.flatMap { [$0.start, $0.end] })
            for (type, samples) in Dictionary(grouping: samples, by: \.type) {
                for range in SampleChange.hours(samples.lazy.map(\.start)) {
                    try writer.note(SampleChange(subject: .person(upload.person), type: type, range: range))
                }
            }
            let add = try writer.connection.prepare(
                """
                INSERT INTO sample
                    (person, type, start, end, value, word, unit, device, source, upload, energy, distance)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT DO NOTHING
                """)
            for sample in samples {
                if sample.type == "workout" { try writer.dropWorkout(like: sample, of: upload.person) }
                add.bind(1, upload.person)
                add.bind(2, sample.type)
                add.bind(3, sample.start.nanoseconds)
                add.bind(4, sample.end.nanoseconds)
                add.bind(5, sample.value)
                add.bind(6, sample.word)
                add.bind(7, sample.unit)
                add.bind(8, sample.device)
                add.bind(9, sample.source)
                add.bind(10, upload.id)
                add.bind(11, sample.energy)
                add.bind(12, sample.distance)
                try add.run()
            }
            if isLast { return try writer.put(upload, pending: nil) }
            let note = try writer.connection.prepare(
                """
                UPDATE health_upload SET status = ?2, updated = ?3, accepted = ?4, rejected = ?5, faults = ?6 WHERE id = ?1
                """)
            note.bind(1, upload.id)
            note.bind(2, upload.status.rawValue)
            note.bind(3, upload.updated.nanoseconds)
            note.bind(4, upload.accepted)
            note.bind(5, upload.rejected)
            note.bind(6, upload.faults)
            try note.run()
        }
    }

    /// One upload of a person; nil when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthUpload(_ id: String, of person: Int64, kind: HealthUpload.Kind) throws(Failure) -> HealthUpload?
    {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthUpload)
            rows.bind(1, id)
            rows.bind(2, person)
            rows.bind(3, kind.rawValue)
            return try rows.step() ? rows.healthUpload : nil
        }
    }

    /// When a person's last upload came, and how many are not looked at to their end.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthSync(of person: Int64) throws(Failure) -> (last: Instant?, pending: Int) {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT max(received), count(pending) FROM health_upload WHERE person = ?1")
            rows.bind(1, person)
            guard try rows.step() else { return (nil, 0) }
            return (rows.integerOrNil(0).map(Instant.init(nanoseconds:)), Int(rows.integer(1)))
        }
    }

    /// Uploads that were not looked at to their end, oldest first, each with what it carried.
    /// - Throws: `Failure` when the store cannot be read.
    package func pendingHealthUploads() throws(Failure) -> [(upload: HealthUpload, pending: [UInt8])] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.pendingHealthUploads)
            var uploads: [(upload: HealthUpload, pending: [UInt8])] = []
            while try rows.step() { uploads.append((rows.healthUpload, rows.bytes(12))) }
            return uploads
        }
    }

    /// Deletes an upload of a person with everything that came with it.
    /// - Returns: False when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func deleteHealthUpload(_ id: String, of person: Int64, kind: HealthUpload.Kind) async throws(Failure)
        -> Bool
    {
        let deleted = Locked(false)
        try await perform { writer in
            let drop = try writer.connection.prepare(
                "DELETE FROM health_upload WHERE id = ?1 AND person = ?2 AND kind = ?3")
            drop.bind(1, id)
            drop.bind(2, person)
            drop.bind(3, kind.rawValue)
            try drop.run()
            guard writer.connection.changes == 1 else { return }
            try writer.forgetDays()
            for (sql, reach) in [
                ("SELECT type, min(start), max(start) FROM sample WHERE upload = ?1 GROUP BY type", Int64(0)),
                ("SELECT '', min(time), max(time) FROM health_metric WHERE upload = ?1", 49),
            ] {
                let rows = try writer.connection.prepare(sql)
                rows.bind(1, id)
                var changes: [SampleChange] = []
                while try rows.step() {
                    guard let first = rows.integerOrNil(1), let last = rows.integerOrNil(2) else { continue }
                    let range = SampleChange.hours(
                        Instant(nanoseconds: first), Instant(nanoseconds: last), before: reach, after: reach)
                    changes.append(
                        SampleChange(
                            subject: .person(person), type: rows.text(0).isEmpty ? nil : rows.text(0), range: range))
                }
                rows.reset()
                for change in changes { try writer.note(change) }
            }
            for sql in ["DELETE FROM health_metric WHERE upload = ?1", "DELETE FROM sample WHERE upload = ?1"] {
                let drop = try writer.connection.prepare(sql)
                drop.bind(1, id)
                try drop.run()
            }
            deleted.withLock { $0 = true }
        }
        return deleted.withLock { $0 }
    }
}

extension Writer {
    /// Takes a person's workout of the same program and time away, whatever sport it was told as.
    fileprivate func dropWorkout(like sample: HealthSample, of person: Int64) throws(SQLiteError) {
        let drop = try connection.prepare(
            "DELETE FROM sample WHERE person = ?1 AND type = ?2 AND start = ?3 AND end = ?4 AND source = ?5")
        drop.bind(1, person)
        drop.bind(2, sample.type)
        drop.bind(3, sample.start.nanoseconds)
        drop.bind(4, sample.end.nanoseconds)
        drop.bind(5, sample.source)
        try drop.run()
    }

    fileprivate func put(_ upload: HealthUpload, pending: [UInt8]?) throws(SQLiteError) {
        let put = try connection.prepare(
            """
            INSERT OR REPLACE INTO health_upload
                (id, person, kind, status, source, sync_token, received, updated, total, accepted, rejected, faults, pending)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """)
        put.bind(1, upload.id)
        put.bind(2, upload.person)
        put.bind(3, upload.kind.rawValue)
        put.bind(4, upload.status.rawValue)
        put.bind(5, upload.source)
        put.bind(6, upload.syncToken)
        put.bind(7, upload.received.nanoseconds)
        put.bind(8, upload.updated.nanoseconds)
        put.bind(9, upload.total)
        put.bind(10, upload.accepted)
        put.bind(11, upload.rejected)
        put.bind(12, upload.faults)
        put.bind(13, pending)
        try put.run()
    }
}

extension Statement {
    fileprivate var healthUpload: HealthUpload {
        borrowing get {
            var upload = HealthUpload(
                id: text(0), person: integer(1), kind: HealthUpload.Kind(rawValue: text(2)) ?? .metrics,
                source: textOrNil(4), syncToken: textOrNil(5), received: Instant(nanoseconds: integer(6)),
                total: Int(integer(8)))
            upload.status = HealthUpload.Status(rawValue: text(3)) ?? .failed
            upload.updated = Instant(nanoseconds: integer(7))
            upload.accepted = Int(integer(9))
            upload.rejected = Int(integer(10))
            upload.faults = bytes(11)
            return upload
        }
    }
}

extension Queries {
    private static let healthUploadColumns = """
        SELECT id, person, kind, status, source, sync_token, received, updated, total, accepted, rejected, faults
        """
    static let healthUpload = healthUploadColumns + " FROM health_upload WHERE id = ?1 AND person = ?2 AND kind = ?3"
    static let pendingHealthUploads =
        healthUploadColumns + ", pending FROM health_upload WHERE pending IS NOT NULL ORDER BY received"
}
