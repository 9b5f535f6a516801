import Foundation
import Gateway
import Signals
import Testing

@testable import nightjar

@Suite("Where alerts are sent")
struct AlertAddressTests {
    private let secret = "https://hooks.example.org/T1/s3cret"

    @Test("the address is taken from the gateway's folder or from the file that is named")
    func files() throws {
        let folder = try TemporaryFolder()
        #expect(try AlertAddress.notifier(nil, folder: folder.path) == nil)
        let other = "\(folder.path)/elsewhere"
        try "\n  \(secret)\n".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(try AlertAddress.notifier(other, folder: folder.path) != nil)
        try "\(secret)\n".write(toFile: "\(folder.path)/alert-webhook", atomically: true, encoding: .utf8)
        #expect(try AlertAddress.notifier(nil, folder: folder.path) != nil)
    }

    @Test("an address on the command line is refused without being repeated; a port of this machine may stand there")
    func commandLine() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: Failure.self) { try AlertAddress.notifier(secret, folder: folder.path) }
        #expect(failure?.code == .usage && failure?.message.contains("s3cret") == false)
        #expect(failure?.message.contains("\(folder.path)/alert-webhook") == true)
        #expect(try AlertAddress.notifier("http://127.0.0.1:9000/hook", folder: folder.path) != nil)
    }

    @Test("what is no address says so without repeating it", arguments: ["", "ftp://u:s3cret@a/b"])
    func none(text: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let failure = #expect(throws: Failure.self) { try AlertAddress.notifier(path, folder: folder.path) }
        #expect(failure?.message.contains("s3cret") == false)
        #expect(throws: Failure.self) { try AlertAddress.notifier(folder.path + "/none", folder: folder.path) }
    }
}
