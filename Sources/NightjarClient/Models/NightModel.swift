#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads one night.
@MainActor
public final class NightModel: LoadedModel<Night> {
    private let client: NightjarClient
    private let endpoint: Endpoint<Night>
    private let date: String
    private let device: String?

    /// The night of a day of waking up, YYYY-MM-DD or `latest`, of one device or of the preferred one.
    public init(client: NightjarClient, date: String = "latest", device: String? = nil) {
        self.client = client
        self.date = date
        self.device = device
        endpoint = .night(date, device: device)
        super.init()
    }

    /// Corrects when sleep began and ended, and shows what becomes of the figures.
    /// - Throws: ``APIError`` with what is wrong with the times.
    public func edit(_ edit: NightEdit) async throws {
        _ = try await client.send(.editNight(state.shown?.value.date ?? date, device: device, edit))
        await reload()
    }

    override func lastKnown() async -> Snapshot<Night>? { await client.lastKnown(endpoint) }

    override func fetch() async throws -> Snapshot<Night> { try await client.load(endpoint) }
}
