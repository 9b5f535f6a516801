package import DeviceProfiles
import Documents
package import Gateway

/// All routes of the gateway: the dashboard, the JSON API below `/api/v1`, and the live events.
package enum Routes {
    /// The router for `gateway`, whose live events go through `live` and whose devices are described by `profiles`.
    package static func router(
        for gateway: Gateway, live: LiveFeed, profiles: ProfileLibrary = ProfileLibrary(profiles: [])
    ) -> Router {
        var router = Router()
        router.ledger = IdempotencyLedger(gateway)
        let assets = Asset.dashboard()
        router.assets(assets)
        router.pageOfNothing = assets.first { $0.path == "/" }
        AuthRoutes.add(to: &router, gateway: gateway)
        StatusRoutes.add(to: &router, gateway: gateway)
        LiveRoutes.add(to: &router, gateway: gateway, live: live)
        DeviceRoutes.add(to: &router, gateway: gateway)
        DeviceProfileRoutes.add(to: &router, profiles: profiles)
        RecorderRoutes.add(to: &router, gateway: gateway)
        WearerRoutes.add(to: &router, gateway: gateway)
        ConsentRoutes.add(to: &router, gateway: gateway)
        HeartRateShareRoutes.add(to: &router, gateway: gateway)
        NightRecordingRoutes.add(to: &router, gateway: gateway, live: live)
        AlertRoutes.add(to: &router, gateway: gateway)
        NightRoutes.add(to: &router, gateway: gateway)
        NightNoteRoutes.add(to: &router, gateway: gateway)
        DiaryRoutes.add(to: &router, gateway: gateway)
        ImportRoutes.add(to: &router, gateway: gateway)
        RecordingRoutes.add(to: &router, gateway: gateway)
        ContestRoutes.add(to: &router, gateway: gateway)
        ExportRoutes.add(to: &router, gateway: gateway)
        HealthDataRoutes.add(to: &router, gateway: gateway)
        HealthKitRoutes.add(to: &router, gateway: gateway)
        SampleRoutes.add(to: &router, gateway: gateway)
        DayRoutes.add(to: &router, gateway: gateway)
        InsightRoutes.add(to: &router, gateway: gateway)
        RhythmRoutes.add(to: &router, gateway: gateway)
        ReadingRoutes.add(to: &router, gateway: gateway)
        WebSocketRoutes.add(to: &router, gateway: gateway, live: live)
        PATRoutes.add(to: &router, gateway: gateway)
        MetricsRoutes.add(to: &router, gateway: gateway, live: live)
        RelayRoutes.add(to: &router, gateway: gateway)
        OpenAPIRoutes.add(to: &router)
        return router
    }
}
