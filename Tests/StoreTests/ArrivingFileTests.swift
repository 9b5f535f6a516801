import Foundation
import Runtime
import Signals
import Testing

@testable import Store

@Suite("Files that arrive")
struct ArrivingFileTests {
    private static let bytes = ImportTests.bytes

    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
    }

    /// Sends bytes in pieces of an odd length.
    private func send(_ bytes: [UInt8], to arriving: ArrivingFile) {
        for start in stride(from: 0, to: bytes.count, by: 300_007) {
            arriving.receive(Array(bytes[start..<min(start + 300_007, bytes.count)]))
        }
    }

    private func count(_ table: String) throws -> Int64? {
        try store.readers.read { try $0.integer("SELECT count(*) FROM \(table)") }
    }

    @Test("are hashed and kept while they come, seen by nobody before the import is complete")
    func kept() async throws {
        let arriving = store.arrival()
        send(Self.bytes, to: arriving)
        try await store.flush()
        #expect(arriving.size == Self.bytes.count && arriving.sha256 == SHA256.digest(of: Self.bytes))
        // Whole pieces of a mebibyte are in the store; the rest is at hand.
        #expect(try count("recording_chunk") == 2 && store.recordings().isEmpty)
        let file = ImportTests.file(Self.bytes)
        guard case .begun(let work) = try store.beginImport(file, arrived: arriving) else {
            throw CancellationError()
        }
        #expect(work.received == Self.bytes.count)
        try work.finish(device: Sample.device)
        var found: [UInt8] = []
        try store.forEachChunk(of: work.id) { found += $0 }
        #expect(found == Self.bytes)
        let recording = try #require(try store.recording(work.id))
        #expect(recording.file == file && recording.state == .complete)
        #expect(try count("recording") == 1)
    }

    @Test("that are smaller than a piece need no row before they are known")
    func small() throws {
        let bytes = Array(Self.bytes.prefix(5000))
        let arriving = store.arrival()
        arriving.receive(bytes)
        #expect(try count("recording") == 0)
        guard case .begun(let work) = try store.beginImport(ImportTests.file(bytes), arrived: arriving) else {
            throw CancellationError()
        }
        try work.finish()
        #expect(try count("recording_chunk") == 1)
    }

    @Test("leave nothing when they end early, are archives, or are there already", arguments: [0, 1, 2])
    func left(way: Int) async throws {
        let first = try ImportTests.begin(store, ImportTests.file(Self.bytes))
        try first.append(bytes: Self.bytes)
        try first.finish()
        var arriving: ArrivingFile? = store.arrival()
        if let arriving { send(Self.bytes, to: arriving) }
        switch way {
        case 0: arriving = nil
        case 1: arriving?.stopKeeping()
        default:
            guard case .known(let known) = try store.beginImport(ImportTests.file(Self.bytes), arrived: arriving)
            else { throw CancellationError() }
            #expect(known.id == first.id)
        }
        try await store.flush()
        try await ImportTests.tidied(store)
        #expect(try count("recording") == 1 && count("recording_chunk") == 3)
        #expect(try store.recordings().map(\.state) == [.complete])
    }

    @Test("are gone with the next start when the gateway ends before they have come")
    func crash() async throws {
        let arriving = store.arrival()
        send(Self.bytes, to: arriving)
        try await store.flush()
        // As a copy of the folder is after a crash.
        let copy = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
        let next = try Store(folder: copy.path)
        try await ImportTests.tidied(next)
        #expect(try next.recordings().isEmpty)
        #expect(try next.readers.read { try $0.integer("SELECT count(*) FROM recording_chunk") } == 0)
        arriving.stopKeeping()
    }

    @Test("that were refused with others' writes have no number, and end nobody's import")
    func refused() async throws {
        let arriving = store.arrival()
        let hold = SlowDiskTests.Hold()
        let stuck = Task { [store] in try await store.perform { _ in hold.wait() } }
        while !hold.hasBegun { await Task.yield() }
        let before = store.status.pendingBytes
        let sender = Task {
            arriving.receive(Array(Self.bytes.prefix(RecordingImport.chunkSize)))
            return arriving
        }
        while store.status.pendingBytes == before { await Task.yield() }
        // What comes in the same transaction makes it fail as a whole.
        let lost = Locked<UInt64?>(nil)
        store.gate.hand { _ in
            throw SQLiteError(code: .busy, message: "made up")
        } whenDone: { [store] _ in
            lost.withLock { $0 = store.gate.bulkFailures }
        }
        hold.release()
        try await stuck.value
        let left = await sender.value
        // Whoever is told of the failure sees that it is one of imports too.
        #expect(lost.withLock { $0 } == 1)
        let other = try ImportTests.begin(store, ImportTests.file(Self.bytes))
        // Lets go of what it thinks it has.
        left.stopKeeping()
        try other.append(bytes: Self.bytes)
        try other.finish()
        #expect(try store.recordings().map(\.state) == [.complete])
    }

    @Test("get no number that another had before")
    func numbers() async throws {
        let first = try ImportTests.begin(store, ImportTests.file(Self.bytes))
        try first.append(bytes: Self.bytes)
        try first.finish()
        try await store.remove(first.id)
        try await ImportTests.tidied(store)
        #expect(try count("recording") == 0)
        let second = try ImportTests.begin(store, ImportTests.file(Self.bytes))
        second.cancel()
        #expect(second.id.rawValue > first.id.rawValue)
        let arriving = store.arrival()
        arriving.receive(Array(Self.bytes.prefix(RecordingImport.chunkSize)))
        let third = try #require(arriving.take().id)
        #expect(third.rawValue > second.id.rawValue)
    }

    @Test("of nobody go with the first owner, and with nobody else")
    func erased() async throws {
        let arriving = store.arrival()
        arriving.receive(Array(Self.bytes.prefix(RecordingImport.chunkSize)))
        try await store.flush()
        let (ada, ben) = (try await store.addPerson(named: "Ada").id, try await store.addPerson(named: "Ben").id)
        _ = try store.erase(Erasure(person: ben, worn: [], recordings: []))
        #expect(try count("recording_chunk") == 1)
        _ = try store.erase(Erasure(person: ada, worn: [], recordings: [], takesNobodys: true))
        #expect(try count("recording_chunk") == 0)
        arriving.stopKeeping()
    }

    @Test("are what they were when they came, also where a part of them is read again")
    func readAgain() async throws {
        for isChanged in [false, true] {
            let bytes = isChanged ? Self.bytes : Array(Self.bytes.dropLast())
            let arriving = store.arrival()
            let first = RecordingImport.chunkSize + 5
            arriving.receive(Array(bytes.prefix(first)))
            guard case .begun(let work) = try store.beginImport(ImportTests.file(bytes), arrived: arriving) else {
                throw CancellationError()
            }
            #expect(work.received == first)
            var rest = Array(bytes.dropFirst(first))
            if isChanged { rest[7] ^= 1 }
            try work.append(bytes: rest)
            if isChanged {
                #expect(throws: Failure.self) { try work.finish() }
            } else {
                try work.finish()
            }
        }
    }
}
