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

    @Test("takes an invitation once and within ten minutes")
    func invitations() throws {
        var invitations = Invitations()
        let noon = Duration.seconds(1_000_000)
        let (first, second) = (invitations.make(for: 7, at: noon), invitations.make(for: 8, at: noon))
        #expect(invitations.take(first, at: noon) == 7)
        #expect(invitations.take(first, at: noon) == nil)
        #expect(invitations.take("x", at: noon) == nil)
        #expect(invitations.take(second, at: noon + .seconds(600)) == nil)
    }
}
