import Accounts
import Devices
import Documents
import Exports
import Runtime
import Signals
package import Store
import Synchronization

extension Gateway {
    /// What was deleted with a person.
    package struct PersonDeletion: Sendable {
        /// The person who was deleted.
        package var person: Person
        /// Rows that were deleted, by table.
        package var rows: [String: Int]
        /// Files of recorders that stay because they hold data of others too, by number.
        package var kept: [RecordingID]
        /// Names of damaged stores, set aside in the folder, that may still hold something of the person.
        package var setAside: [String]
    }

    /// All data of a person in one `.zip` with a manifest that has the SHA-256 of each file. Made on a thread of its
    /// own, one after the other, as it takes long; on the disk, or in memory where that has no room and it is small.
    /// - Parameters:
    ///   - id: whose.
    ///   - place: what it may take; to be kept until it was sent.
    /// - Throws: `Failure` with code `notFound` for nobody, or when there is no room; `CancellationError`.
    package func export(_ id: Person.ID, in place: ExportBudget.Place) async throws -> MadeExport {
        try await archive(of: id, in: place).made
    }

    /// An archive of all data of a person.
    package struct PersonalArchive: Sendable {
        /// The archive's file.
        package var made: MadeExport
        /// The permission that its contents depend on.
        package var right: ExportRight
    }

    /// As ``export(_:in:)``, with the right to what is in it.
    /// - Parameters:
    ///   - id: whose.
    ///   - place: what it may take; to be kept until it was sent.
    /// - Throws: as ``export(_:in:)``; `Failure` with code `conflict` when something in it is another's once it is made.
    package func archive(of id: Person.ID, in place: ExportBudget.Place) async throws -> PersonalArchive {
        let person = try known(id)
        try await settleForReading()
        return try await withTaskExecutorPreference(archiving) {
            try Self.inMemoryOrOnDisk(first: false, in: place) { inMemory in
                try self.archive(person, inMemory: inMemory, in: place)
            }
        }
    }

    /// The folder where archives are made.
    private static func folder(in data: String) -> String { "\(data)/leaving" }

    /// Throws away what a gateway that was killed has left of archives, and of files that were being scored or measured again.
    func clearLeftovers() {
        for folder in [Self.folder(in: configuration.folder), rescoringFolder, rhythmFolder] {
            IncomingFolder(path: folder).clear()
        }
    }

    /// A name of no file yet where archives and exports are made.
    func scratchPath() throws -> String {
        let folder = Self.folder(in: configuration.folder)
        try ExportFolder.make(folder)
        return "\(folder)/\(Self.scratchName()).zip"
    }

    /// A name that nobody has.
    static func scratchName() -> String { Base64.url.encode(Secret.random(12)) }

    /// Whether all that is in an archive of a person still is theirs; asks no disk.
    package func holds(_ right: ExportRight, toAllOf id: Person.ID) -> Bool {
        wearerRegistry.person(id) != nil && holds(right, alone(id))
    }

    private func archive(_ person: Person, inMemory: Bool, in place: ExportBudget.Place) throws -> PersonalArchive {
        let id = person.id
        let archive = try ZipFile(path: inMemory ? nil : scratchPath(), in: place)
        let export = PersonExport(gateway: self, person: person, visibility: alone(id), archive: archive)
        // Before anything is read: what somebody else wears from now on is not taken for theirs.
        let had = try right(toAllOf: id)
        try export.write(had.stretches)
        var json = JSONText()
        json.object { json in
            json.field("software", "Nightjar \(Version.current)")
            json.field("user_id", "\(id.rawValue)")
            json.field("display_name", person.name)
            json.field("made_s", Int(configuration.clock.now.nanoseconds / 1_000_000_000))
            json.array("files") { json in
                for file in archive.members {
                    json.object { json in
                        json.field("name", file.name)
                        json.field("bytes", file.bytes)
                        json.field("sha256", file.digest)
                    }
                }
            }
        }
        try archive.add(ExportFile(name: "manifest.json", mediaType: "application/json", bytes: json.bytes + [10]))
        let spans = export.inventory.spans
        // What came to them meanwhile may be in it, and goes from now on by the right of now.
        let right = try right(toAllOf: id).limited(to: spans)
        guard try stands(had.limited(to: spans)), holds(had.limited(to: spans), toAllOf: id) else { throw Self.changed }
        let made = MadeExport(
            name: "nightjar-\(id.rawValue).zip", mediaType: "application/zip", try archive.close())
        return PersonalArchive(made: made, right: right)
    }

    private func right(toAllOf id: Person.ID) throws -> ExportRight {
        try right(to: try store.devices().map(\.id), in: PersonExport.always, goesOn: false, alone(id))
    }

    /// Deletes a person with everything that is theirs, account and sessions too: all of it or, when it throws, nothing. Only
    /// the unused space of the store's file may be freed later; that is told with an `ErasureUnfinished` as the cause.
    /// - Throws: `Failure` with code `notFound` for nobody; `AccountError.lastOwner` while others need an owner.
    package func delete(_ id: Person.ID) async throws -> PersonDeletion {
        let person = try known(id)
        let visibility = alone(id)
        // Nobody can send anything as this person any more, and nothing that was sent is on its way.
        try accounts.bar(id.rawValue)
        defer { accounts.admit(id.rawValue) }
        await imports.cancelAll(of: id)
        if visibility.sees(nil) { await imports.cancelAll(of: nil) }
        // Whose a recorder's recording is, is known when it is imported.
        await recorders.over()
        let export = PersonExport(gateway: self, person: person, visibility: visibility)
        let devices = try store.devices()
        var worn = devices.flatMap { device in export.worn(device.id).map { (device: device.id, interval: $0) } }
        let recordings = try store.recordings().filter { $0.state == .complete || $0.state == .deleted }
        let whole = recordings.filter(export.isWhole)
        let shared = recordings.filter { recording in
            !export.isWhole(recording) && sees(recording, visibility) && recording.device != nil
        }
        for pipeline in pipelines where worn.contains(where: { $0.device == pipeline.device.id }) {
            pipeline.forget()
        }
        // What is on its way to the disk is deleted there.
        try await store.flush()
        let now = configuration.clock.now
        // A wearing may lie in the future.
        worn = worn.filter { $0.interval.lowerBound < min($0.interval.upperBound, now) }
            .map { (device: $0.device, interval: $0.interval.lowerBound..<min($0.interval.upperBound, now)) }
        let erasure = Erasure(
            person: id, worn: worn, recordings: whole.map(\.id), staying: Set(pipelines.map(\.device.id)),
            takesNobodys: visibility.sees(nil), takesUnsigned: hasUnsigned(id))
        let rows = try accounts.leave(id.rawValue) { try store.erase(erasure) }
        recorder.forget(id)
        forgetRescored(erasure.recordings)
        moves.withLock { $0.went(erasure.recordings) }
        await recorders.removeOthers()
        relay.remove(id, wasFirst: visibility.sees(nil))
        wearerRegistry.accountsChanged()
        Log.attempt("Whose recordings are could not be looked through.") { try settleContests() }
        try await withTaskExecutorPreference(archiving) { [store] in try await store.finishErasing() }
        return PersonDeletion(person: person, rows: rows, kept: shared.map(\.id), setAside: store.setAside)
    }

    /// Sees one person alone, with data without an owner where that is theirs.
    private func alone(_ id: Person.ID) -> Visibility {
        let isFirst = accounts.firstOwner?.id == id.rawValue
        return Visibility(isOwner: false) { $0 == id || ($0 == nil && isFirst) }
    }

    /// Whether what is kept while nobody signs in is a person's: of the first who was entered, as in ``subject(_:of:_:)``.
    func hasUnsigned(_ id: Person.ID) -> Bool {
        accounts.firstOwner == nil && wearerRegistry.people.first?.id == id
    }

    private func known(_ id: Person.ID) throws -> Person {
        guard let person = wearerRegistry.person(id) else {
            throw Failure(.notFound, "There is no person \(id.rawValue).")
        }
        return person
    }
}
