import Accounts
import Devices
import Documents
import Foundation
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

/// Requests whose head was let in and whose body comes when the right to it has ended, and what else outlives a right.
@Suite("Requests that are held back while rights end")
struct HeldRequestTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private let fixture: AccountsFixture
    private let ada: String, ben: String

    init() async throws {
        (fixture, ada, ben) = try await AccountsFixture.ofTwo()
    }

    /// A request of which the server has taken the head.
    private func hold(_ method: String, _ path: String, _ body: String, _ token: String) async throws -> Wire {
        let wire = try Wire(port: fixture.server.addresses[0].port)
        try await wire.send(
            "\(method) /api/v1\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n"
                + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n")
        _ = try await wire.read(until: "100 Continue\r\n\r\n")
        return wire
    }

    private func end(_ wire: Wire, _ body: String) async throws -> String {
        try await wire.send(body)
        return try await wire.readAll()
    }

    @Test("of somebody who is no owner any more change no role, not even their own")
    func demoted() async throws {
        let number = try fixture.person("ben")
        _ = try fixture.gateway.accounts.change(number, role: .admin)
        let body = #"{"role":"admin"}"#
        let wire = try await hold("PATCH", "/auth/people/\(number)", body, ben)
        _ = try fixture.gateway.accounts.change(number, role: .patient)
        #expect(try await end(wire, body).hasPrefix("HTTP/1.1 403"))
        #expect(fixture.gateway.accounts.account(number)?.role == .patient)
    }

    @Test("of somebody who was deleted leave no row")
    func deleted() async throws {
        let number = try fixture.person("ben")
        let body = #"{"kind":"reading","title":"late"}"#
        let wire = try await hold("POST", "/sessions", body, ben)
        _ = try await fixture.gateway.delete(Person.ID(rawValue: number))
        #expect(try await end(wire, body).hasPrefix("HTTP/1.1 401"))
        // Also what was let in before, and comes to the disk after.
        await #expect(throws: (any Error).self) {
            try await fixture.gateway.store.refuse(
                true, .heartRate, of: Person.ID(rawValue: number), at: fixture.clock.now)
        }
        #expect(throws: (any Error).self) { try fixture.gateway.relay.relay(of: Person.ID(rawValue: number)) }
    }

    @Test("A person is deleted whose wearing of a device begins in the future")
    func futureWearing() async throws {
        let number = Person.ID(rawValue: try fixture.person("ben"))
        let later = fixture.clock.now.advanced(bySeconds: 1e9)
        try await fixture.gateway.wearerRegistry.correct(Self.device, person: number, from: later, to: nil)
        _ = try await fixture.gateway.delete(number)
        #expect(fixture.gateway.wearerRegistry.person(number) == nil)
    }

    @Test("Who set the box up stays the owner at this machine, whatever number another owner has")
    func numbers() throws {
        let number = try fixture.person("ben")
        _ = try fixture.gateway.accounts.change(number, role: .admin)
        #expect(fixture.gateway.accounts.owner?.displayName == "ada")
    }
}

/// A box on which a refusal was said before anybody had an account.
@Suite("What was refused before there were accounts")
struct EarlierRefusalTests {
    @Test("holds for those who have none when the first is there")
    func refusal() async throws {
        let fixture = try AccountsFixture(sources: [Simulated(seed: 3)])
        let child = try await fixture.gateway.wearerRegistry.add("Child")
        try await fixture.gateway.wearerRegistry.wear(
            DeviceID(rawValue: "nightjar-synthetic-3"), person: child.id, since: fixture.clock.now)
        let answer = try await fixture.ask("PUT", "/api/v1/consents/heart_rate", #"{"allowed":false}"#)
        #expect(answer.status == 200, "\(answer)")
        #expect(fixture.gateway.wearerRegistry.refused(by: child.id)[.heartRate] != nil)
        _ = try await fixture.enter("olga")
        #expect(fixture.gateway.wearerRegistry.refused(by: child.id)[.heartRate] != nil)
        // The first owner looks after who cannot sign in; whoever has an account speaks for themselves.
        let olga = try #require(fixture.gateway.accounts.firstOwner)
        #expect(fixture.gateway.wearerRegistry.decides(Person.ID(rawValue: olga.id), for: child.id))
        #expect(!fixture.gateway.wearerRegistry.decides(child.id, for: Person.ID(rawValue: olga.id)))
    }
}
