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
}
