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
}
