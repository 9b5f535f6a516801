import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("Imports into memory")
struct MemoryImportTests {
    @Test("refuses a file for which there is no room, as a full disk does")
    func full() throws {
        let memory = try MemoryFolder(limit: 4 << 20)
        let gateway = try Gateway(.init(on: memory, zone: .utc))
        let upload = try gateway.imports.begin(fileName: "made.cwa", zone: .utc, size: nil)
        // An Axivity recording begins so.
        let piece = Array("MD".utf8) + [252, 3] + [UInt8](repeating: 1, count: 1 << 20)
        try upload.write(piece)
        let failure = #expect(throws: Failure.self) { for _ in 0..<4 { try upload.write(piece) } }
        #expect(failure?.cause is NoSpace)
        upload.abandon(CancellationError())
        #expect(FolderTree.bytes(in: memory.path + "/incoming") == 0)
    }
}
