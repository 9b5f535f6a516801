import Documents
import Runtime
import Signals

extension GatewayClient {
    /// The list of devices.
    func devices() async throws -> DeviceListDocument { try await ask(.devices) }

    /// The one device that `word` names.
    /// - Throws: `Failure` with code `notFound` when there is none, or more than one.
    func device(_ word: String) async throws -> DeviceDocument {
        guard let device = try await devices().find(word) else {
            throw Failure(.notFound, "There is no device “\(word)”; `nightjar devices --all` lists them.")
        }
        return device
    }

    /// The path of a device's routes.
    static func path(_ device: DeviceDocument, _ rest: String = "") -> String {
        "/api/v1/devices/\(escape(device.id))\(rest)"
    }

    /// Sends a JSON object and returns the answer's body.
    /// - Throws: `Failure` with what the gateway says is wrong.
    @discardableResult
    func send(_ method: String, _ path: String, _ body: (inout JSONText) -> Void = { _ in }) async throws -> [UInt8] {
        var json = JSONText()
        json.object(body)
        return try await self.body(method, path, json: json.bytes)
    }
}
