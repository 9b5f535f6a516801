import Foundation
import Recordings
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// A gateway over a folder of its own.
struct ImportFixture {
    let folder: TemporaryFolder
    let gateway: Gateway
    let seen: Collector

    init(_ folder: TemporaryFolder? = nil, zone: Zone = .utc, clock: any HostClock = WallClock()) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        gateway = try Gateway(.init(folder: folder.path, zone: zone, clock: clock))
        seen = Collector(gateway.bus)
    }

    /// Sends bytes as a file, in pieces.
    func send(_ bytes: [UInt8], _ name: String = "made.cwa", zone: Zone = .utc) throws -> ImportStatus {
        let upload = try gateway.imports.begin(fileName: name, zone: zone, size: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            try upload.write(Array(bytes[start..<min(bytes.count, start + 65_536)]))
        }
        return upload.finish()
    }

    /// Waits for the end of an import.
    func end(_ id: String) async throws -> ImportStatus {
        for _ in 0..<3000 {
            let status = try gateway.imports.status(of: id)
            if status.stage.isFinal { return status }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Bench.Problem()
    }

    var imports: [ImportStatus] {
        seen.events.compactMap { if case .importing(let status) = $0 { status } else { nil } }
    }
}

/// The bytes of a made recording; different ones for different numbers of sectors.
func cwa(sectors: Int) -> [UInt8] {
    var writer = CWAWriter(keepsTruth: false)
    writer.append(sectors: sectors)
    return writer.bytes
}

@Suite("Imports")
struct ImportTests {
    @Test("writes nothing of what is no recording, whatever comes of it, and says what is wrong at its end")
    func junk() throws {
        let fixture = try ImportFixture()
        let upload = try fixture.gateway.imports.begin(fileName: "photo.jpg", zone: .utc, size: 4 << 20)
        for _ in 0..<64 { try upload.write([UInt8](repeating: 7, count: 65_536)) }
        let folder = "incoming/\(upload.status.id)"
        let file = "\(fixture.folder.path)/\(folder)/photo.jpg"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int == 0)
        let status = upload.finish()
        #expect(status.stage == .failed && status.message.contains("not a recording of a known kind"))
        #expect(fixture.folder.files(in: folder) == [])
    }

    @Test("takes nothing in for which there is no room twice, beside what is to stay free")
    func room() throws {
        let free = Mutex<Int64>(0)
        let folder = try TemporaryFolder()
        var configuration = Gateway.Configuration(folder: folder.path, zone: .utc)
        configuration.freeBytes = { free.withLock { $0 } }
        let gateway = try Gateway(configuration)
        let bytes = cwa(sectors: 400)
        func send(_ megabytes: Int64, size: Int) throws {
            free.withLock { $0 = megabytes * 1_000_000 }
            let upload = try gateway.imports.begin(fileName: "made.cwa", zone: .utc, size: size)
            defer { upload.abandon(CancellationError()) }
            try upload.write(Array(bytes.prefix(100_000)))
            free.withLock { $0 = 1_000_000 }
            // It is looked at again as more comes.
            for _ in 0..<200 { try upload.write(Array(bytes.prefix(100_000))) }
        }
        let refused = #expect(throws: Failure.self) { try send(390, size: 100_000_000) }
        #expect(refused?.cause is NoSpace && refused?.message.contains("390 MB") == true)
        let later = #expect(throws: Failure.self) { try send(410, size: 100_000_000) }
        #expect(later?.cause is NoSpace && later?.message.contains("1 MB") == true)
    }

    @Test("forgets imports that have ended beyond a hundred, though an older one still goes on")
    func forgetting() throws {
        let fixture = try ImportFixture()
        let first = try fixture.gateway.imports.begin(fileName: "slow.cwa", zone: .utc, size: nil)
        for number in 0..<150 {
            try fixture.gateway.imports.begin(fileName: "\(number).cwa", zone: .utc, size: nil)
                .abandon(CancellationError())
        }
        let known = try fixture.gateway.imports.all().map(\.id)
        #expect(known.count == 100 && known.contains(first.status.id))
        first.abandon(CancellationError())
    }

    @Test("takes a file in, tells how far it is, and keeps nothing where it was received")
    func whole() async throws {
        let fixture = try ImportFixture()
        let status = try await fixture.end(try fixture.send(cwa(sectors: 400)).id)
        #expect(status.stage == .complete && status.fraction == 1 && status.device?.rawValue.contains("23456") == true)
        let told = fixture.imports
        #expect(told.last?.stage == .complete)
        #expect(Set(told.map(\.stage)).isSuperset(of: [.receiving, .decoding, .analysing]))
        for stage in [ImportStatus.Stage.receiving, .decoding, .analysing] {
            let fractions = told.filter { $0.stage == stage }.map(\.fraction)
            #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
        }
        await eventually("nothing is left of it") { fixture.folder.files(in: "incoming").isEmpty }
        let recording = try #require(try fixture.gateway.store.recordings().first)
        #expect(recording.id == status.recording && recording.file.name == "made.cwa" && recording.state == .complete)
        var bytes: [UInt8] = []
        try fixture.gateway.store.forEachChunk(of: recording.id) { bytes += $0 }
        #expect(bytes == cwa(sectors: 400))
    }

    @Test("never tells that less is done than before, though a part of a file is read again")
    func readAgain() {
        let told = Mutex<[ImportStatus]>([])
        let job = ImportJob(
            id: "a", fileName: "a.cwa", zone: .utc, isZoneGiven: false, columns: nil, tables: nil, person: nil
        ) { one in
            told.withLock { $0.append(one) }
        }
        for fraction in [0.0, 0.3, 0.8, 0.35, 0.7, 0.79, 0.9] { job.report(.decoding, fraction) }
        job.report(.analysing, 0)
        #expect(told.withLock { $0.map(\.fraction) } == [0, 0.3, 0.8, 0.9, 0])
        #expect(job.status.stage == .analysing && job.status.fraction == 0)
    }

    @Test("takes one file after the other, the same bytes once")
    func order() async throws {
        let fixture = try ImportFixture()
        let ids = try [300, 301, 300].map { try fixture.send(cwa(sectors: $0), "\($0).cwa").id }
        #expect(Set(ids).count == 3)
        var ends: [ImportStatus] = []
        for id in ids { ends.append(try await fixture.end(id)) }
        #expect(ends.map(\.stage) == [.complete, .complete, .duplicate])
        #expect(ends[2].recording == ends[0].recording)
        // No two at once: the stages of one do not begin before another has ended.
        let working = fixture.imports.filter { $0.stage != .receiving }.map(\.id)
        let runs = working.indices.filter { $0 == 0 || working[$0] != working[$0 - 1] }.map { working[$0] }
        #expect(runs == ids)
    }

    @Test("stops while the file comes, while it waits, and while it is decoded; nothing stays")
    func cancelling() async throws {
        let fixture = try ImportFixture()
        let imports = fixture.gateway.imports
        let upload = try imports.begin(fileName: "a.cwa", zone: .utc, size: 1000)
        try upload.write([1, 2, 3])
        try imports.cancel(upload.status.id)
        let stopped = #expect(throws: CancellationError.self) { try upload.write([4]) }
        upload.abandon(stopped ?? CancellationError())
        #expect(upload.status.stage == .cancelled)

        let long = try fixture.send(cwa(sectors: 20_000), "long.cwa").id
        let waiting = try fixture.send(cwa(sectors: 310), "waiting.cwa").id
        try imports.cancel(waiting)
        #expect(try imports.status(of: waiting).stage == .cancelled)
        while try imports.status(of: long).stage == .receiving { try await Task.sleep(for: .milliseconds(1)) }
        try imports.cancel(long)
        #expect(try await fixture.end(long).stage == .cancelled)

        // The next one works, and is all there is.
        #expect(try await fixture.end(fixture.send(cwa(sectors: 320)).id).stage == .complete)
        try await fixture.gateway.store.flush()
        #expect(try fixture.gateway.store.recordings().filter { $0.state == .complete }.count == 1)
        #expect(try fixture.gateway.store.recordings().allSatisfy { $0.state != .importing })
        await eventually("nothing is left of it") { fixture.folder.files(in: "incoming").isEmpty }
        #expect(throws: Failure.self) { try imports.cancel("import-none") }
    }

    @Test("says why a foreign or empty file is no recording, and keeps nothing of it", arguments: [0, 7, 100_000])
    func foreign(size: Int) async throws {
        let fixture = try ImportFixture()
        let status = try await fixture.end(try fixture.send([UInt8](repeating: 0x41, count: size), "x.bin").id)
        #expect(status.stage == .failed && !status.message.isEmpty)
        #expect(try fixture.gateway.store.devices().isEmpty)
        await eventually("nothing is left of it") { fixture.folder.files(in: "incoming").isEmpty }
    }

    @Test("throws away what a sender left half sent")
    func cutOff() async throws {
        let fixture = try ImportFixture()
        let upload = try fixture.gateway.imports.begin(fileName: "half.cwa", zone: .utc, size: 10)
        try upload.write([1, 2, 3])
        #expect(fixture.folder.files(in: "incoming").count == 1)
        upload.abandon(Failure(.failed, "The client left before it had sent all."))
        #expect(upload.status.stage == .failed && upload.status.message.contains("client left"))
        #expect(fixture.folder.files(in: "incoming").isEmpty)
    }

    @Test(
        "gives a hostile name no power",
        arguments: [
            ("../../etc/passwd", "passwd"), ("", "recording"), ("..", "recording"), ("/", "recording"),
            ("a\0b.cwa", "ab.cwa"), ("line\nbreak\u{7F}.cwa", "linebreak.cwa"),
            ("nächtliche 夜.cwa", "nächtliche 夜.cwa"),
            (String(repeating: "x", count: 300) + ".cwa", String(repeating: "x", count: 196) + ".cwa"),
        ])
    func names(given: String, kept: String) async throws {
        let fixture = try ImportFixture()
        let status = try await fixture.end(try fixture.send(cwa(sectors: 300), given).id)
        #expect(status.stage == .complete && status.fileName == kept)
        await eventually("nothing is left of it") { fixture.folder.files(in: "incoming").isEmpty }
        let parent = (fixture.folder.path as NSString).deletingLastPathComponent
        #expect(!FileManager.default.fileExists(atPath: "\(parent)/etc"))
    }

    @Test("a name of clusters without end still fits a file system")
    func zalgo() {
        let name = IncomingFolder.name(
            String(repeating: "👩‍👩‍👧‍👦", count: 40) + "e" + String(repeating: "\u{301}", count: 400))
        #expect(name.utf8.count <= 200 && !name.isEmpty)
    }

    @Test("says so when the file cannot be written, and the import is over")
    func disk() async throws {
        let fixture = try ImportFixture()
        // A file where the folder should be, as no user of a test may be without rights.
        _ = FileManager.default.createFile(atPath: "\(fixture.folder.path)/incoming", contents: nil)
        let failure = #expect(throws: Failure.self) { try fixture.send([1, 2, 3]) }
        #expect(failure?.message.contains("cannot") == true)
        #expect(try fixture.gateway.imports.all().map(\.stage) == [.failed])
    }

    @Test("removes at its start what a killed gateway was receiving, and tells of earlier imports")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let first: RecordingID?
        do {
            let fixture = try ImportFixture(folder)
            first = try await fixture.end(try fixture.send(cwa(sectors: 300), "one.cwa").id).recording
            #expect(try fixture.gateway.imports.all().count == 1)
            // An import is told to be complete while its task still has the store.
            await fixture.gateway.imports.over()
            fixture.gateway.store.close()
        }
        let left = "\(folder.path)/incoming/import-9"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(left)/left.cwa"))
        let fixture = try ImportFixture(folder)
        #expect(folder.files(in: "incoming").isEmpty)
        let earlier = try #require(try fixture.gateway.imports.all().first)
        #expect(earlier.stage == .complete && earlier.fileName == "one.cwa" && earlier.recording == first)
        #expect(try fixture.gateway.imports.status(of: earlier.id) == earlier)
        try fixture.gateway.imports.cancel(earlier.id)
        // One of this run stands once, before the earlier ones.
        let again = try await fixture.end(try fixture.send(cwa(sectors: 301), "two.cwa").id)
        #expect(try fixture.gateway.imports.all() == [again, earlier])
    }

    @Test("keeps live events flowing while a file is imported, and ends with its gateway")
    func live() async throws {
        let fixture = try ImportFixture()
        let beats = BeatsDuringImport(fixture.gateway.bus)
        let id = try fixture.send(cwa(sectors: 60_000), "long.cwa").id
        // Two tasks of the shared pool, on which a beat would come.
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    while (try? fixture.gateway.imports.status(of: id).stage.isFinal) == false,
                        beats.count < 20
                    {
                        fixture.gateway.bus.publish(.nights([], of: nil))
                        try? await Task.sleep(for: .milliseconds(1))
                    }
                }
            }
        }
        #expect(beats.count >= 20)
        let run = Task { try await fixture.gateway.run() }
        run.cancel()
        try await run.value
        #expect(try fixture.gateway.imports.status(of: id).stage.isFinal)
    }
}
