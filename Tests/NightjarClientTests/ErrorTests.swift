import Foundation
import NightjarClient
import Testing

@Suite("Errors")
struct ErrorTests {
    private func error(_ status: Int, _ body: String = "") -> APIError {
        APIError(status: status, headers: [:], body: Data(body.utf8), now: .now)
    }

    @Test(
        "Each status is an error of its own",
        arguments: [
            (400, "validation"), (401, "unauthorized"), (403, "forbidden"), (404, "notFound"), (409, "conflict"),
            (410, "notFound"), (413, "refused"), (422, "validation"), (429, "rateLimited"), (500, "server"),
            (503, "server"), (301, "invalidResponse"),
        ])
    func statuses(_ status: Int, _ name: String) {
        #expect(Mirror(reflecting: error(status)).children.first?.label == name)
    }

    @Test("The gateway's own words reach the person, with the fields that are wrong")
    func words() {
        let told = error(
            422,
            #"{"type":"urn:x","title":"No","status":422,"detail":"Two values are out of range.","trace_id":"1f","#
                + #""errors":[{"field":"metrics[0].value","message":"30 to 300","code":"range","value":9},"plain"]}"#)
        #expect(told.message == "Two values are out of range. metrics[0].value: 30 to 300 plain")
        #expect(told.problem?.traceID == "1f" && told.problem?.faults.first?.code == "range")
    }

    @Test("An error of the server is told without its insides, with what finds it in the log")
    func server() {
        let told = error(500, #"{"status":500,"detail":"SQL near secret","trace_id":"ab12"}"#)
        #expect(told.message == "Server error, please try later. The gateway's log has more under ab12.")
        #expect(error(500, "<html>").message == "Server error, please try later.")
    }

    @Test("Out of reach is something else than refused")
    func offline() {
        #expect(APIError.networkError(.init(.unreachable, "")).isOffline && error(503).isOffline)
        #expect(!error(500).isOffline && !APIError.networkError(.init(.untrusted, "")).isOffline)
    }

    @Test("JSON of another shape says where, and never what stood there")
    func decoding() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"alerts":[{"id":"secret"}]}"#) }
        let error = await #expect(throws: APIError.self) {
            try await NightjarClient(transport: transport).send(.alerts)
        }
        guard case .decodingFailed(let place) = error else { throw Unexpected() }
        #expect(place.contains("alerts[0].id") && !place.contains("secret"))
    }
}
