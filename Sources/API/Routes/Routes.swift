public import Gateway

/// All routes of the gateway: the dashboard, the JSON API below `/api/v1`, and the live events.
public enum Routes {
    /// The router for `gateway`, whose live events go through `live`.
    public static func router(for gateway: Gateway, live: LiveFeed) -> Router {
        var router = Router()
        router.assets(Asset.dashboard())
        StatusRoutes.add(to: &router, gateway: gateway)
        LiveRoutes.add(to: &router, gateway: gateway, live: live)
        NightRoutes.add(to: &router, gateway: gateway)
        ImportRoutes.add(to: &router, gateway: gateway)
        ExportRoutes.add(to: &router, gateway: gateway)
        return router
    }
}
