#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads one night.
@MainActor
public final class NightModel: LoadedModel<NightDocument> {
    private let client: NightjarClient
    private let endpoint: Call<NightDocument>
    private let date: String
    private let device: String?

    /// The night of a day of waking up, YYYY-MM-DD or `latest`, of one device or of the preferred one.
    public init(client: NightjarClient, date: String = "latest", device: String? = nil) {
        self.client = client
        self.date = date
        self.device = device
        endpoint = Call(.night, NightRequest(date, device: device))
        super.init()
    }

    /// Corrects when sleep began and ended, and shows what becomes of the figures.
    /// - Throws: ``APIError`` with what is wrong with the times.
    public func edit(sleep: Range<Instant>, lightsOut: Instant? = nil) async throws {
        let night = NightRequest(state.shown?.value.date.description ?? date, device: device)
        _ = try await client.send(.editNight, NightEditRequest(night, sleep: sleep, lightsOut: lightsOut))
        await reload()
    }

    override func lastKnown() async -> Snapshot<NightDocument>? { await client.lastKnown(endpoint) }

    override func fetch() async throws -> Snapshot<NightDocument> { try await client.load(endpoint) }
}
