package import Signals

// A recording that somebody deletes is out of sight at once, and gone for good a day later: until then it can be taken back.

extension Store {
    /// Seconds for which a deleted recording can be taken back.
    package static let binSeconds = 86_400.0

    /// Deletes a complete recording with all that came from it, so that it can still be taken back.
    /// - Throws: `Failure` with code `notFound` for none that is complete.
    package func bin(_ id: RecordingID, at now: Instant) async throws(Failure) {
        try await perform { writer in
            let bin = try writer.connection.prepare(
                "UPDATE recording SET state = 'deleted', deleted = ?2 WHERE id = ?1 AND state = 'complete'")
            bin.bind(1, id.rawValue)
            bin.bind(2, now.nanoseconds)
            try bin.run()
            guard writer.connection.changes == 1 else {
                throw Failure(.notFound, "There is no recording \(id.rawValue) that could be deleted.")
            }
            try writer.setSources(of: id, to: .binned)
            writer.sources = writer.sources.filter { $0.key.origin != .recording(id) }
        }
    }

    /// Takes a deleted recording back.
    /// - Throws: `Failure` with code `notFound` for none that was deleted or one that is gone, `conflict` where the same file
    ///   has been imported again.
    package func restore(_ id: RecordingID) async throws(Failure) {
        try await perform { writer in
            guard
                let recording = try writer.connection.recordings(where: "recording.id = \(id.rawValue)").first,
                recording.state == .deleted
            else { throw Failure(.notFound, "There is no deleted recording \(id.rawValue) that could be taken back.") }
            let person = recording.person?.rawValue ?? 0
            let again = try writer.connection.recordings(
                where: "sha256 = ?1 AND state IN ('importing', 'complete') AND ifnull(recording.person, 0) = \(person)",
                recording.file.sha256)
            if let other = again.first {
                throw Failure(
                    .conflict,
                    "The same file was imported again, as recording \(other.id.rawValue); delete that one first.")
            }
            let restore = try writer.connection.prepare(
                "UPDATE recording SET state = 'complete', deleted = NULL WHERE id = ?1")
            restore.bind(1, id.rawValue)
            try restore.run()
            try writer.setSources(of: id, to: .visible)
            try writer.forgetDays()
        }
    }

    /// Removes what was deleted more than ``binSeconds`` ago for good; space is given back little by little.
    package func emptyBin(at now: Instant) async throws(Failure) {
        let limit = now.advanced(bySeconds: -Self.binSeconds).nanoseconds
        try await perform { writer in
            let old = try writer.connection.recordings(where: "state = 'deleted' AND deleted < \(limit)")
            for recording in old { try writer.remove(recording.id) }
        }
    }
}
