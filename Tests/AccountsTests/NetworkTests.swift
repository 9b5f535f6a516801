import Foundation
import Signals
import Testing

@testable import Accounts

@Suite("The local network")
struct NetworkTests {
    @Test("makes an authority and a certificate that openssl believes, for 397 days")
    func certificates() throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let settings = LANSettings(dataFolder: folder)
        #expect(settings.address == nil)
        try settings.turnOn(address: "0.0.0.0:8443", names: ["nightjar.local", "192.168.7.9"])
        #expect(settings.address == "0.0.0.0:8443")
        let first = try settings.certificate()
        let authority = try Data(contentsOf: URL(fileURLWithPath: settings.authorityFile))
        try settings.turnOn(address: "0.0.0.0:8443", names: ["nightjar.local", "192.168.7.10"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: settings.authorityFile)) == authority)
        let end = try #require(try settings.certificate().end)
        #expect(abs(end.secondsSince1970 - Date().timeIntervalSince1970 - 397 * 86_400) < 7200)
        #expect(first.end != nil)
        #expect(try settings.certificate().key != first.key)
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", "nightjar.local", "-CAfile",
            settings.authorityFile, settings.certificateFile,
        ]
        openssl.standardOutput = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        #expect(openssl.terminationStatus == 0)
        for name in ["server.key", "authority.key"] {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/lan/\(name)")[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        chmod(settings.keyFile, 0o644)
        #expect(throws: (any Error).self) { _ = try settings.certificate() }
        try settings.turnOff()
        #expect(settings.address == nil)
    }

    @Test("answers who asks for the name, in one piece or by a pointer, and nobody else")
    func multicast() throws {
        let responder = MulticastDNS(name: "Nightjar.local", addresses: [[192, 168, 7, 9]])
        let label = { (text: String) in [UInt8(text.utf8.count)] + Array(text.utf8) }
        let head: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let question = head + label("nightjar") + label("LOCAL") + [0, 0, 1, 0, 1]
        let answer = try #require(responder.answer(to: question))
        #expect(answer == responder.announcement)
        #expect(answer.prefix(12) == [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0])
        #expect(answer.suffix(14) == [0, 1, 0x80, 1, 0, 0, 0, 120, 0, 4, 192, 168, 7, 9])
        let plain = try #require(responder.plainAnswer(to: [0x12, 0x67] + question.dropFirst(2)))
        #expect(plain.prefix(12) == [0x12, 0x67, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0])
        #expect(plain.suffix(14) == [0, 1, 0, 1, 0, 0, 0, 10, 0, 4, 192, 168, 7, 9])
        #expect(plain.count == 12 + 2 * 16 + 4 + 14)
        let two: [UInt8] = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
        let pointed = two + label("x") + label("local") + [0, 0, 1, 0, 1] + label("nightjar") + [0xC0, 14, 0, 1, 0, 1]
        #expect(responder.answer(to: pointed) != nil)
        #expect(responder.answer(to: head + label("other") + label("local") + [0, 0, 1, 0, 1]) == nil)
        // AAAA, an answer, and what is broken: cut short, a pointer to itself, a label over the end.
        #expect(responder.answer(to: head + label("nightjar") + label("local") + [0, 0, 28, 0, 1]) == nil)
        #expect(responder.answer(to: [0, 0, 0x84] + question.dropFirst(3)) == nil)
        for count in 0..<question.count { #expect(responder.answer(to: Array(question[..<count])) == nil) }
        #expect(responder.answer(to: head + [0xC0, 12, 0, 1, 0, 1]) == nil)
        #expect(responder.answer(to: head + [63, 1, 2]) == nil)
    }

    @Test("takes an invitation once and within ten minutes")
    func invitations() throws {
        var invitations = Invitations()
        let noon = Instant(nanoseconds: 1_700_000_000_000_000_000)
        let (first, second) = (invitations.make(for: 7, at: noon), invitations.make(for: 8, at: noon))
        #expect(invitations.take(first, at: noon) == 7)
        #expect(invitations.take(first, at: noon) == nil)
        #expect(invitations.take("x", at: noon) == nil)
        #expect(invitations.take(second, at: noon.advanced(bySeconds: 600)) == nil)
    }
}
