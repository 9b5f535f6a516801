import Documents
import Gateway
import Signals
import Store

extension NightListDocument.Entry {
    init(_ entry: NightEntry) {
        let (night, device) = (entry.night, entry.device)
        self.init()
        (date, self.device) = (night.date, night.device.rawValue)
        deviceName = "\(device.identity.maker) \(device.identity.model)"
        wearer = entry.wearer?.name
        isSynthetic = night.isSynthetic
        source = night.recording == nil ? .live : .import
        hasSleepPeriod = night.hasSleepPeriod
        (others, tags) = (entry.others, entry.tags)
        preferredBy = entry.isPreferred ? (entry.isChosen ? .person : .rule) : nil
        (totalSleep, efficiency, confidence) = (night.totalSleepTime, night.sleepEfficiency, night.confidence)
    }
}
