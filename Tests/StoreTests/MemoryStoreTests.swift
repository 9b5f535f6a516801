import Foundation
import Runtime
import Signals
import Store
import Testing

@Suite("A store in memory")
struct MemoryStoreTests {
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("is its owner's alone, and gone with its last holder")
    func gone() async throws {
        var store: Store? = try Store(on: MemoryFolder())
        let path = try #require(store).path
        #expect(store?.medium.isEphemeral == true && MemoryFolder.isInMemory(path))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        store?.append(Sample.beats(0..<3), device: Sample.device)
        try await store?.flush()
        #expect(exists(path + "/store.sqlite"))
        store = nil
        #expect(!exists(path))
    }

    @Test("removes what processes that are gone have left, and nothing of one that runs or of anybody else")
    func swept() throws {
        let base = try MemoryFolder()
        let living = try MemoryFolder(bases: [base.path])
        for name in ["nightjar-ephemeral-abcdef/incoming", "nightjar-other"] {
            try FileManager.default.createDirectory(
                atPath: "\(base.path)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(base.path)/nightjar-ephemeral-ghijkl", withDestinationPath: "\(base.path)/nightjar-other")
        let next = try MemoryFolder(bases: [base.path])
        #expect(!exists("\(base.path)/nightjar-ephemeral-abcdef"))
        #expect(exists(living.path) && exists(next.path) && exists("\(base.path)/nightjar-other"))
    }

    @Test("is made in memory or not at all")
    func nowhere() {
        let failure = #expect(throws: Failure.self) { try MemoryFolder(bases: ["/proc", "/nowhere"]) }
        #expect(failure?.message.contains("no folder in memory") == true)
    }

    @Test("refuses what is more than its limit as a full disk does, says so, and goes on being read")
    func full() async throws {
        let folder = try MemoryFolder(limit: 2_000_000)
        let store = try Store(on: folder)
        store.append(try Sample.motion(0))
        try await store.flush()
        let failure = await #expect(throws: Failure.self) {
            for second in 1..<10_000 {
                store.append(try Sample.motion(second))
                if second.isMultiple(of: 200) { try await store.flush() }
            }
        }
        #expect(failure?.message.contains("--memory-limit") == true)
        #expect(!store.status.isRecording && store.status.problem?.contains("--memory-limit") == true)
        #expect(
            try store.raw(of: Sample.device, channel: .acceleration, from: Sample.origin, to: Sample.second(1)).map(
                \.bits)
                == [Sample.motion(0).bits])
        let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/store.sqlite")[.size] as? Int
        #expect(try #require(size) <= 2_000_000)
        let left = try #require(folder.freeBytes)
        #expect(left < 1_000_000)
    }
}
