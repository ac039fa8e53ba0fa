from .deep import lowest as lifted
