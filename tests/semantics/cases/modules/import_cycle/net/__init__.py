from net.model import Model
